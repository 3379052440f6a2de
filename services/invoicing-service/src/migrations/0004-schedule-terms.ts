import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Stores the terms with each schedule. Existing schedules get what their first invoice billed, else
 * the terms of their offer. If a schedule never billed and its offer now has another interval, it
 * is paused, because the price is for that interval. If the offer has no price, the schedule is
 * cancelled. A voided invoice no longer occupies its period.
 */
export const scheduleTermsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table schedules
      add column description text, add column unit_amount_cents bigint, add column currency text,
      add column paused_at timestamptz(3), add column resumed_at timestamptz(3)`.execute(db)
    await sql`update schedules set
        description = coalesce(first.description, offers.name),
        unit_amount_cents = coalesce(first.unit_amount_cents, offers.price_cents, 0),
        currency = coalesce(first.currency, offers.currency),
        status = case
          when schedules.status = 'cancelled' or first.unit_amount_cents is not null then schedules.status
          when offers.price_cents is null then 'cancelled'
          when offers.interval is distinct from schedules.interval then 'paused'
          else schedules.status end
      from offers, schedules as same left join lateral (
        select currency, line_items -> 0 ->> 'description' as description,
          (line_items -> 0 ->> 'unitAmountCents')::bigint as unit_amount_cents
        from invoices where schedule_id = same.id order by period limit 1
      ) first on true
      where same.id = schedules.id and offers.id = schedules.offer_id`.execute(db)
    // It is unknown when these were paused, so none of their periods counts as owed.
    await sql`update schedules set paused_at = next_invoice_date - interval '1 millisecond'
      where status = 'paused'`.execute(db)
    await sql`alter table schedules
      alter column description set not null, alter column unit_amount_cents set not null,
      alter column currency set not null`.execute(db)
    await sql`create index schedules_due_paused on schedules (next_invoice_date)
      where status = 'paused' and next_invoice_date <= paused_at`.execute(db)
    await sql`drop index invoices_period`.execute(db)
    await sql`create unique index invoices_period on invoices (schedule_id, period)
      where schedule_id is not null and status <> 'void'`.execute(db)
  },
}
