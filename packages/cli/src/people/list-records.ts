import type { Operation } from '@atrium/contracts'
import { type CallInput, eachItem, type ItemOf } from '@atrium/sdk'
import { CommandError, type CommandIo, type FlagsOf, flag, text, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { type Columns, writeRecords } from './tables.ts'

/** The options of every list command. */
export const listOptions = {
  limit: text('n', 'maximum number of records; 25 by default'),
  all: flag('all records'),
  json: flag('print JSON instead of a table'),
}

export type ListFlags = FlagsOf<typeof listOptions>

/** Builds a command for listing an operation's records: 25, `--limit` or `--all`. */
export const createListCommand =
  <const O extends Operation, F extends ListFlags>(
    operation: O,
    queryOf: (flags: F) => Readonly<Record<string, unknown>>,
    columns: Columns<ItemOf<O>>,
  ) =>
  async (flags: F, io: CommandIo): Promise<true> => {
    const most = flags.all === true ? Number.POSITIVE_INFINITY : parseLimit(flags.limit)
    const client = await signedInClient(io.env)
    const given = Object.fromEntries(
      Object.entries(queryOf(flags)).filter(([, value]) => value !== undefined),
    )
    // Asks for one more record to learn whether there are more.
    const page = {
      ...given,
      ...(operation.query?.shape['limit'] && most < 100 ? { limit: most + 1 } : {}),
    }
    const found: ItemOf<O>[] = []
    for await (const item of eachItem(
      client,
      operation,
      { query: page } as CallInput<O>,
      untilStopped(io),
    )) {
      found.push(item)
      if (found.length > most) break
    }
    writeRecords(io, flags.json === true, found.slice(0, most), columns)
    if (found.length > most) io.error('There are more: use --limit <n> or --all')
    return true
  }

function parseLimit(text = '25'): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new CommandError('--limit must be a number from 1 to 999999')
  return Number(text)
}
