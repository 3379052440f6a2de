import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** The zone of an organisation until its own was read from identity. */
export const unknownZone = 'UTC'

/** Returns the time zone last read for an organisation, or UTC if none was stored. */
export async function findTimeZone(db: Db, orgId: string): Promise<string> {
  const row = await db
    .selectFrom('org_time_zones')
    .select('time_zone')
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.time_zone ?? unknownZone
}

/**
 * Stores an organisation's time zone. Its schedules and drafts keep their calendar days, so their
 * moments move. An issued invoice keeps its zone.
 */
export async function putTimeZone(tx: Transaction, orgId: string, zone: string): Promise<void> {
  await tx
    .insertInto('org_time_zones')
    .values({ org_id: orgId, time_zone: zone })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ time_zone: zone }))
    .execute()
  // An invoice must have the same period as its schedule, because a retry looks the invoice up by
  // period.
  await sql`update invoices i set period = (i.period at time zone s.time_zone) at time zone ${zone}::text
    from schedules s
    where s.org_id = ${orgId} and s.time_zone <> ${zone}
      and i.org_id = s.org_id and i.schedule_id = s.id and i.period = s.last_period`.execute(tx)
  await sql`update schedules set time_zone = ${zone},
      next_invoice_date = (next_invoice_date at time zone time_zone) at time zone ${zone}::text,
      anchor_date = (anchor_date at time zone time_zone) at time zone ${zone}::text,
      prorate_until = (prorate_until at time zone time_zone) at time zone ${zone}::text,
      ends_at = (ends_at at time zone time_zone) at time zone ${zone}::text,
      last_period = (last_period at time zone time_zone) at time zone ${zone}::text
    where org_id = ${orgId} and time_zone <> ${zone}`.execute(tx)
  await sql`update invoices set time_zone = ${zone},
      due_date = (due_date at time zone time_zone) at time zone ${zone}::text,
      service_from = (service_from at time zone time_zone) at time zone ${zone}::text,
      service_until = (service_until at time zone time_zone) at time zone ${zone}::text
    where org_id = ${orgId} and time_zone <> ${zone} and status = 'draft'`.execute(tx)
}
