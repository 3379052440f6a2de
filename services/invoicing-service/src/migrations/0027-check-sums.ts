import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The expected sums of an org, where the stored sums differ, and their repair, which an operator
 * may also call (docs/operations.md). A repair is one statement, so changes that others commit
 * meanwhile are added after it.
 */
export const checkSumsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create function counted_invoice_sums(org text)
      returns table (kind text, key text, currency text, status text, n bigint, total_cents numeric,
        credited_cents numeric, credited_unpaid_cents numeric)
      language sql stable set search_path from current as $$
        select place.kind, place.key, i.currency, i.status, count(*), sum(i.total_amount_cents),
          sum(i.credited_cents), sum(i.credited_unpaid_cents)
        from invoices i cross join lateral (values
          ('month', coalesce(to_char(i.issue_date at time zone 'UTC', 'YYYY-MM'), '')),
          ('customer', case when i.issue_date is not null then i.customer_id end),
          ('offer', case when i.issue_date is not null then coalesce(i.offer_id, 'none') end)
        ) as place (kind, key)
        where i.org_id = org and place.key is not null
          and (place.kind = 'month' or i.status in ('open', 'paid', 'uncollectible'))
        group by 1, 2, 3, 4
      $$`.execute(db)
    await sql`create function differing_invoice_sums(org text)
      returns table (kind text, key text, currency text, status text)
      language sql stable set search_path from current as $$
        select place.kind, place.key, place.currency, place.status
        from (
          select s.kind, s.key, s.currency, s.status, sum(s.n) as n, sum(s.total_cents) as total_cents,
            sum(s.credited_cents) as credited_cents, sum(s.credited_unpaid_cents) as credited_unpaid_cents
          from invoice_sums s where s.org_id = org group by 1, 2, 3, 4
          union all
          select c.kind, c.key, c.currency, c.status, -c.n, -c.total_cents, -c.credited_cents, -c.credited_unpaid_cents
          from counted_invoice_sums(org) c
        ) as place
        group by 1, 2, 3, 4
        having sum(place.n) <> 0 or sum(place.total_cents) <> 0 or sum(place.credited_cents) <> 0
          or sum(place.credited_unpaid_cents) <> 0
        order by 1, 2, 3, 4
      $$`.execute(db)
    await sql`create function repair_invoice_sums(org text) returns void
      language plpgsql set search_path from current as $$
      begin
        perform pg_advisory_xact_lock(hashtext('invoicing.fold-sums'));
        with gone as (delete from invoice_sums s where s.org_id = org)
        insert into invoice_sums
        select org, c.*, true from counted_invoice_sums(org) c;
      end $$`.execute(db)
  },
}
