import { sql } from 'kysely'
import type { Db, NewRow, Row, Transaction } from '../database.ts'

export type SettingsRow = Row<'reminder_settings'>

export const findSettings = (db: Db, orgId: string) =>
  db.selectFrom('reminder_settings').selectAll().where('org_id', '=', orgId).executeTakeFirst()

/** Serialises changes to the settings, also if the row does not exist yet. */
export const lockSettings = (tx: Transaction, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('reminders ' || ${orgId}, 0))`.execute(tx)

/** Stores an org's settings. The time at which they were turned on stays while they are on. */
export const putSettings = (
  tx: Transaction,
  orgId: string,
  { enabled, days, texts }: Pick<NewRow<'reminder_settings'>, 'enabled' | 'days' | 'texts'>,
  now: Date,
) =>
  tx
    .insertInto('reminder_settings')
    .values({ org_id: orgId, enabled, days, texts, enabled_at: now })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({
        enabled,
        days,
        texts,
        enabled_at: sql<Date>`case when reminder_settings.enabled then reminder_settings.enabled_at else ${now} end`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

// A reminder delayed for longer, for example by an outage, is skipped.
const lateForHours = 72

/** The organisation's local time. */
const leavesAt = '08:00'
// Morning in the last zone is more than a day after the due day has ended in the first zone.
const zoneSlackHours = 48

/**
 * Claims the latest due reminder of each invoice, once per issue. Skips reminders from before they
 * were turned on, and invoices that were never mailed to the customer.
 */
export async function claimReminders(tx: Transaction, now: Date, limit: number) {
  const { rows } = await sql<{ invoice_id: string; days: number }>`
    insert into invoice_reminders (org_id, invoice_id, issue_date, days)
    select org_id, id, issue_date, days from (
      select distinct on (i.id) i.org_id, i.id, i.issue_date, d.days
      from reminder_settings as s
        cross join lateral (
          select days, make_interval(hours => days * 24) as after from unnest(s.days) as days
        ) as d
        join invoices as i on i.org_id = s.org_id
        join customers as c on c.id = i.customer_id and c.org_id = i.org_id
        cross join lateral (
          select ((i.due_date at time zone i.time_zone)::date + d.days + ${leavesAt}::time)
            at time zone i.time_zone as at
        ) as morning
      where s.enabled and i.status = 'open' and i.total_amount_cents > i.credited_cents + i.recorded_cents
        and not i.void_requested and i.paid_outside is null
        and i.mailed_at is not null and not i.reminders_paused and not c.reminders_paused
        and i.due_date <= ${now}::timestamptz - d.after + make_interval(hours => ${zoneSlackHours}::int)
        and i.due_date > ${now}::timestamptz - d.after - make_interval(hours => ${lateForHours + zoneSlackHours}::int)
        and morning.at <= ${now} and morning.at > ${now}::timestamptz - make_interval(hours => ${lateForHours}::int)
        and morning.at >= greatest(i.issue_date, s.enabled_at)
        and not exists (
          select from invoice_reminders as r
          where r.invoice_id = i.id and r.issue_date = i.issue_date and r.days >= d.days)
      order by i.id, d.days desc limit ${limit}
    ) as due
    on conflict do nothing
    returning invoice_id, days`.execute(tx)
  return rows
}

/** Returns the invoices for claimed reminders, from any organisation. */
export const listReminded = (tx: Transaction, ids: readonly string[]) =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

export const listSettings = (tx: Transaction, orgIds: readonly string[]) =>
  tx
    .selectFrom('reminder_settings')
    .selectAll()
    .where((eb) => eb('org_id', '=', eb.fn.any(eb.val([...orgIds]))))
    .execute()
