import type { EventDefinition } from '@atrium/contracts'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { type EmitOptions, writeOutbox } from './write-outbox.ts'

export type { EmitOptions } from './write-outbox.ts'

/**
 * Writes an event to the outbox in the transaction of the change. Nothing is published here: the relay does
 * that once the transaction has committed. Returns the event's id.
 *
 * Throws a `ZodError` when `data` does not fit the event's schema, an `Error` when it exceeds 512 KiB.
 */
export async function emit<T extends PlatformTables, S extends z.ZodObject>(
  tx: Transaction<T>,
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
  options: EmitOptions = {},
): Promise<string> {
  return writeOutbox(tx, { kind: 'event', type: event.type, orgId, data: event.schema.parse(data) }, options)
}
