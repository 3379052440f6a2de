import type { EventDefinition } from '@atrium/contracts'
import { newId } from '@atrium/contracts'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { json } from '../json.ts'
import type { PlatformTables } from '../platform-tables.ts'
import { markEmitted } from '../transaction.ts'

export interface EmitOptions {
  /** W3C `traceparent` of what caused the event. */
  trace?: string | undefined
}

/**
 * Writes an event to the outbox in the transaction of the change. Nothing is published here: the relay does
 * that once the transaction has committed. Returns the event's id.
 *
 * Throws a `ZodError` when `data` does not fit the event's schema.
 */
export async function emit<T extends PlatformTables, S extends z.ZodObject>(
  tx: Transaction<T>,
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
  options: EmitOptions = {},
): Promise<string> {
  const id = newId('evt')
  await (tx as unknown as Transaction<PlatformTables>)
    .insertInto('outbox')
    .values({
      id,
      org_id: orgId,
      type: event.type,
      data: json(event.schema.parse(data)),
      trace: options.trace ?? null,
    })
    .execute()
  markEmitted(tx)
  return id
}
