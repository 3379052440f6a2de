import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const measures = ['n', 'total_cents', 'credited_cents', 'credited_unpaid_cents']

const month = "coalesce(to_char(issue_date at time zone time_zone, 'YYYY-MM'), '')"

const add = (rows: string) => `
  insert into invoice_sums (org_id, kind, key, currency, status, ${measures.join(', ')})
  select org_id, kind, key, currency, status, sum(sign), sum(sign * total_amount_cents), sum(sign * credited_cents),
    sum(sign * credited_unpaid_cents)
  from (${rows}) as changed cross join lateral (values
    ('month', ${month}),
    ('customer', case when issue_date is not null then customer_id end),
    ('offer', case when issue_date is not null then coalesce(offer_id, 'none') end)
  ) as place (kind, key)
  where key is not null and (kind = 'month' or status in ('open', 'paid', 'uncollectible'))
  group by 1, 2, 3, 4, 5
  having sum(sign) <> 0 or sum(sign * total_amount_cents) <> 0 or sum(sign * credited_cents) <> 0
    or sum(sign * credited_unpaid_cents) <> 0`

const sumRows = (table: string, sign: number): string => `
  select ${sign} as sign, org_id, issue_date, time_zone, customer_id, offer_id, currency, status, total_amount_cents,
    credited_cents, credited_unpaid_cents from ${table}`

/** Indexes that allow index-only scans of filtered lists and sums. */
const covering = [
  'invoices_issue',
  'invoices_due',
  'invoices_total',
  'invoices_status',
  'invoices_summary',
  'invoices_overdue',
]

/**
 * Days of invoices, credit notes and schedules are calendar days in the organisation's time zone.
 * Each row keeps the zone in which its days were set. Existing rows get UTC, because they were
 * counted in UTC.
 */
export const calendarDaysMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table org_time_zones (org_id text primary key, time_zone text not null)`.execute(
      db,
    )
    for (const table of ['invoices', 'credit_notes', 'schedules']) {
      await sql`alter table ${sql.ref(table)} add column time_zone text not null default 'UTC'`.execute(
        db,
      )
    }
    const added = sumRows('added', 1)
    const removed = sumRows('removed', -1)
    await sql`create or replace function sum_invoices() returns trigger language plpgsql
      set search_path from current as $$
      begin
        if tg_op = 'TRUNCATE' then delete from invoice_sums;
        elsif tg_op = 'INSERT' then ${sql.raw(add(added))};
        elsif tg_op = 'DELETE' then ${sql.raw(add(removed))};
        else ${sql.raw(add(`${added} union all ${removed}`))};
        end if;
        return null;
      end $$`.execute(db)
    await sql`create or replace function counted_invoice_sums(org text)
      returns table (kind text, key text, currency text, status text, n bigint, total_cents numeric,
        credited_cents numeric, credited_unpaid_cents numeric)
      language sql stable set search_path from current as $$
        select place.kind, place.key, i.currency, i.status, count(*), sum(i.total_amount_cents),
          sum(i.credited_cents), sum(i.credited_unpaid_cents)
        from invoices i cross join lateral (values
          ('month', coalesce(to_char(i.issue_date at time zone i.time_zone, 'YYYY-MM'), '')),
          ('customer', case when i.issue_date is not null then i.customer_id end),
          ('offer', case when i.issue_date is not null then coalesce(i.offer_id, 'none') end)
        ) as place (kind, key)
        where i.org_id = org and place.key is not null
          and (place.kind = 'month' or i.status in ('open', 'paid', 'uncollectible'))
        group by 1, 2, 3, 4
      $$`.execute(db)
    await sql`drop statistics invoices_months`.execute(db)
    await sql`create statistics invoices_months on date_trunc('month', issue_date at time zone time_zone)
      from invoices`.execute(db)
    for (const index of covering) {
      const { rows } = await sql<{ definition: string }>`
        select pg_get_indexdef(${index}::regclass) as definition`.execute(db)
      const definition = rows[0]?.definition ?? ''
      await sql`drop index ${sql.ref(index)}`.execute(db)
      await sql.raw(definition.replace(' INCLUDE (', ' INCLUDE (time_zone, ')).execute(db)
    }
    // The dashboard sent noon for a day, and other callers sent any time of the day.
    await sql`update invoices set due_date = date_trunc('day', due_date, 'UTC') + interval '1 day' - interval '1 ms'
      where status in ('draft', 'open') and due_date is not null`.execute(db)
    await sql`update schedules set
      next_invoice_date = date_trunc('day', next_invoice_date, 'UTC'),
      anchor_date = date_trunc('day', anchor_date, 'UTC'),
      prorate_until = date_trunc('day', prorate_until, 'UTC')`.execute(db)
  },
}
