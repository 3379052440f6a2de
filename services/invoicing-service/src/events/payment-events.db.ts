import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import type { Endpoint, Outcome, ProcessorEvent } from '../processor/event.ts'

type Identity = Pick<ProcessorEvent, 'id' | 'type'>

export const isRecorded = async (db: Db, endpoint: Endpoint, { id }: Identity): Promise<boolean> =>
  (await db
    .selectFrom('payment_events')
    .select('event_id')
    .where((eb) => eb.and({ endpoint, event_id: id }))
    .executeTakeFirst()) !== undefined

export async function recordEvent(
  tx: Transaction,
  endpoint: Endpoint,
  event: Identity,
  outcome: Outcome,
) {
  const recorded = await tx
    .insertInto('payment_events')
    .values({ endpoint, event_id: event.id, type: event.type, outcome })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return recorded !== undefined
}

/** Marks an event as ignored if it concerns no recorded object. */
export const markIgnored = (tx: Transaction, endpoint: Endpoint, event: Identity) =>
  tx
    .updateTable('payment_events')
    .set({ outcome: 'ignored' })
    .where((eb) => eb.and({ endpoint, event_id: event.id }))
    .execute()

/**
 * Deletes up to `limit` events or waiting notes that arrived before a moment. Returns how many were
 * deleted.
 */
export async function deleteReceived(
  tx: Transaction,
  table: 'payment_events' | 'waiting_credit_notes',
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where received_at < ${before} order by received_at limit ${limit}
      for update skip locked))`.execute(tx)
  return Number(numAffectedRows)
}

export const claimAccountsToPoll = (tx: Transaction, before: Date, now: Date) =>
  tx
    .updateTable('payment_accounts')
    .set({ events_polled_at: now })
    .where((eb) => eb.or([eb('events_polled_at', 'is', null), eb('events_polled_at', '<', before)]))
    .returning(['account_id', 'events_read_at', 'created_at'])
    .execute()

export const markEventsRead = (tx: Transaction, accountId: string, readAt: Date) =>
  tx
    .updateTable('payment_accounts')
    .set({ events_read_at: readAt })
    .where('account_id', '=', accountId)
    .execute()
