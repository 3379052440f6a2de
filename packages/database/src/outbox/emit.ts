import type { EventDefinition } from '@atrium/contracts'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { type EmitOptions, emitEntries, type OutboxEntry, outboxEntry } from './outbox-rows.ts'

/**
 * An event as the outbox stores it, for `emitEntries` and `outboxRows`.
 *
 * Throws a `ZodError` when `data` does not fit the event's schema, an `Error` when it exceeds 512 KiB.
 */
export const eventEntry = <S extends z.ZodObject>(
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
  options?: EmitOptions,
): OutboxEntry =>
  outboxEntry({ kind: 'event', type: event.type, orgId, data: event.schema.parse(data) }, options)

/**
 * Writes an event to the outbox in the transaction of the change. Nothing is published here: the relay does
 * that once the transaction has committed. Returns the event's id. Throws as `eventEntry` does.
 */
export async function emit<T extends PlatformTables, S extends z.ZodObject>(
  tx: Transaction<T>,
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
  options?: EmitOptions,
): Promise<string> {
  const entry = eventEntry(event, orgId, data, options)
  await emitEntries(tx, [entry])
  return entry.id
}
