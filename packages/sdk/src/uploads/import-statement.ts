import { type BankStatement, importStatement, type StatementMapping } from '@atrium/contracts'
import type { Transport } from '../transport.ts'

export interface ImportStatementOptions {
  /** The columns of a CSV file by their headings. Remembered for files with the same headings. */
  mapping?: StatementMapping
  /** Returns a preview and stores nothing. */
  dryRun?: boolean
  signal?: AbortSignal
}

/** Imports a bank statement. A second import of the same file adds nothing. */
export async function importStatementFile(
  transport: Transport,
  file: Blob,
  { mapping, dryRun = false, signal }: ImportStatementOptions = {},
): Promise<BankStatement> {
  const form = new FormData()
  if (mapping !== undefined) form.set('mapping', JSON.stringify(mapping))
  if (dryRun) form.set('dryRun', 'true')
  form.set('file', file)
  const response = await transport.request(importStatement.path, {
    method: 'POST',
    timeoutMs: null,
    repeatable: true,
    body: form,
    ...(signal === undefined ? {} : { signal }),
  })
  return (await response.json()) as BankStatement
}
