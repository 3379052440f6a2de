import type { Operation } from '@atrium/contracts'
import { type CommandIo, type Flags, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { writeRecord } from './tables.ts'

export type Shown = Flags<never, 'json'>

/** Builds a command for printing the record with the given id. */
export const createGetCommand =
  (operation: Operation) =>
  async ({ json }: Shown, io: CommandIo, id: string): Promise<true> => {
    const client = await signedInClient(io.env)
    const record: unknown = await client.call(
      operation,
      { params: { id } } as never,
      untilStopped(io),
    )
    writeRecord(io, json === true, record as object)
    return true
  }

/**
 * Creates a record and prints its id, or the whole record as JSON. The platform validates `body`.
 */
export async function createRecord(
  operation: Operation,
  { json }: Shown,
  io: CommandIo,
  body: object,
): Promise<true> {
  const client = await signedInClient(io.env)
  const record: unknown = await client.call(operation, { body } as never, untilStopped(io))
  if (json) writeRecord(io, true, record as object)
  else io.write((record as { id: string }).id)
  return true
}
