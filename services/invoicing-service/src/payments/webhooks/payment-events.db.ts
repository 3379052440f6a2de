import { prepared } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../../database.ts'
import type { ProcessorEvent } from './event.ts'
import type { Endpoint, Outcome } from './receive-event.ts'

type Identity = Pick<ProcessorEvent, 'id' | 'type'>

/** The statement that records an event; it returns nothing when the event is on record. */
export const recording = (endpoint: Endpoint, event: Identity, outcome: Outcome): RawBuilder<unknown> => sql`
  insert into payment_events (endpoint, event_id, type, outcome)
  values (${endpoint}, ${event.id}, ${event.type}, ${outcome})
  on conflict do nothing returning event_id`

/** Records an event; false when it is on record. */
export async function recordEvent(
  db: Db,
  endpoint: Endpoint,
  event: Identity,
  outcome: Outcome,
): Promise<boolean> {
  const statement = sql`${prepared('record-event')} ${recording(endpoint, event, outcome)}`
  return (await statement.execute(db)).rows.length > 0
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
