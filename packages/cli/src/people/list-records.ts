import type { Operation } from '@atrium/contracts'
import { type CallInput, eachItem, type ItemOf } from '@atrium/sdk'
import { CommandError, type CommandIo } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { type Columns, writeRecords } from './tables.ts'

/** The options of every list. */
export const listOptions = {
  limit: { type: 'string', value: 'n', about: 'records at most; 25 by default' },
  all: { type: 'boolean', about: 'every record, however many' },
  json: { type: 'boolean', about: 'JSON instead of a table' },
} as const

interface ListFlags {
  limit?: string | undefined
  all?: boolean | undefined
  json?: boolean | undefined
}

/** Lists records of an operation: 25 of them, `--limit` or `--all`. */
export async function listRecords<const O extends Operation>(
  flags: ListFlags,
  io: CommandIo,
  operation: O,
  query: Readonly<Record<string, unknown>>,
  columns: Columns<ItemOf<O>>,
): Promise<true> {
  const most = flags.all === true ? Number.POSITIVE_INFINITY : limitOf(flags.limit)
  const client = await signedInClient(io.env)
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const page = { ...given, ...(operation.query?.shape['limit'] && most < 100 ? { limit: most } : {}) }
  const found: ItemOf<O>[] = []
  const options = io.signal === undefined ? {} : { signal: io.signal }
  for await (const item of eachItem(client, operation, { query: page } as CallInput<O>, options)) {
    found.push(item)
    if (found.length >= most) break
  }
  writeRecords(io, flags.json === true, found, columns)
  return true
}

function limitOf(text = '25'): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new CommandError('--limit takes a number')
  return Number(text)
}
