import { sql } from 'kysely'
import type { Db, Transaction } from '../../database.ts'
import type { ProcessorEvent } from './event.ts'
import type { Endpoint, Outcome } from './receive-event.ts'

type Identity = Pick<ProcessorEvent, 'id' | 'type'>

/** Records an event; false when it is on record. */
export async function recordEvent(
  tx: Transaction,
  endpoint: Endpoint,
  event: Identity,
  outcome: Outcome,
): Promise<boolean> {
  const recorded = await tx
    .insertInto('payment_events')
    .values({ endpoint, event_id: event.id, type: event.type, outcome })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return recorded !== undefined
}

/** Corrects the outcome of an event that turned out to be about nothing known. */
export async function markIgnored(tx: Transaction, endpoint: Endpoint, event: Identity): Promise<void> {
  await tx
    .updateTable('payment_events')
    .set({ outcome: 'ignored' })
    .where('endpoint', '=', endpoint)
    .where('event_id', '=', event.id)
    .execute()
}

/** Forgets events that came before a moment, at most `limit` of them; how many there were. */
export async function deleteEventsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from payment_events where ctid = any (array(
      select ctid from payment_events where received_at < ${before} order by received_at limit ${limit}
      for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
