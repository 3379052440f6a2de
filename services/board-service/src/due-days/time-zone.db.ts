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

/** Stores the time zone of an organisation. All-day cards keep their days, other cards keep their moments. */
export async function putTimeZone(tx: Transaction, orgId: string, zone: string): Promise<void> {
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
