import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** Returns an organisation's stored time zone, or undefined if none is stored yet. */
export async function findTimeZone(db: Db, orgId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('org_time_zones')
    .select('time_zone')
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.time_zone
}

/**
 * Shortens the lock timeout, so this transaction fails first and is retried. PostgreSQL checks for
 * deadlocks after one second (`deadlock_timeout`), and could otherwise abort a request while it
 * writes a card.
 */
export const giveUpSoon = (tx: Transaction) => sql`set local lock_timeout = '500ms'`.execute(tx)

/**
 * Stores an organisation's time zone. Takes turns with transactions on cards with a due date,
 * because a card written in the old zone would keep its end of day. All-day cards keep their days,
 * other cards keep their moments.
 */
export async function putTimeZone(tx: Transaction, orgId: string, zone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('due days ' || ${orgId}, 0))`.execute(tx)
  await tx
    .insertInto('org_time_zones')
    .values({ org_id: orgId, time_zone: zone })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ time_zone: zone }))
    .execute()
  // The table's trigger computes the days and the ends of days in the new zone.
  await tx
    .updateTable('tasks')
    .set((eb) => ({ due_date: eb.ref('due_date') }))
    .where('org_id', '=', orgId)
    .where('due_date', 'is not', null)
    .execute()
}
