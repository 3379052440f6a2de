import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** The time zone of an organisation as it was read last; undefined before the first time. */
export async function findTimeZone(db: Db, orgId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('org_time_zones')
    .select('time_zone')
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.time_zone
}

/**
 * Ends the transaction with an error that is retried if it waits for a lock. PostgreSQL looks for deadlocks after a second
 * (`deadlock_timeout`), so a request that writes a card is not ended in its place.
 */
export const giveUpSoon = (tx: Transaction) => sql`set local lock_timeout = '500ms'`.execute(tx)

/**
 * Stores the time zone of an organisation. It waits for transactions that write cards with a due date, and later ones wait
 * for it, because a card that was written in the zone before would keep its end of day. All-day cards keep their days, other cards keep their moments. */
export async function putTimeZone(tx: Transaction, orgId: string, zone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('due days ' || ${orgId}, 0))`.execute(tx)
  await tx
    .insertInto('org_time_zones')
    .values({ org_id: orgId, time_zone: zone })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ time_zone: zone }))
    .execute()
  // The trigger of the table computes the days and the ends of days in the new zone.
  await tx
    .updateTable('tasks')
    .set((eb) => ({ due_date: eb.ref('due_date') }))
    .where('org_id', '=', orgId)
    .where('due_date', 'is not', null)
    .execute()
}
