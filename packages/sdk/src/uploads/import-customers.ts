import { type CustomerImport, type CustomerMapping, importCustomers } from '@atrium/contracts'
import type { Transport } from '../transport.ts'

export interface ImportCustomersOptions {
  /** The column headings by field. Guessed from the headings by default. Only for CSV. */
  mapping?: CustomerMapping
  /** Returns a preview and stores nothing. */
  dryRun?: boolean
  signal?: AbortSignal
}

/** Imports customers from a CSV or vCard file. A second import of the same file changes nothing. */
export async function importCustomerFile(
  transport: Transport,
  file: Blob,
  { mapping, dryRun = false, signal }: ImportCustomersOptions = {},
): Promise<CustomerImport> {
  const form = new FormData()
  if (mapping !== undefined) form.set('mapping', JSON.stringify(mapping))
  if (dryRun) form.set('dryRun', 'true')
  form.set('file', file)
  const response = await transport.request(importCustomers.path, {
    method: 'POST',
    timeoutMs: null,
    repeatable: true,
    body: form,
    ...(signal === undefined ? {} : { signal }),
  })
  return (await response.json()) as CustomerImport
}
