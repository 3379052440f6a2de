import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const tables = sql`
  create table invoice_sums (
    org_id text not null,
    kind text not null,
    key text not null,
    currency text not null,
    status text not null,
    n bigint not null,
    total_cents numeric not null,
    credited_cents numeric not null,
    credited_unpaid_cents numeric not null,
    folded boolean not null default false
  );
  create index invoice_sums_place on invoice_sums (org_id, kind, key, currency, status);
  create index invoice_sums_unfolded on invoice_sums (org_id) where not folded;
`

/**
 * Adds the sums of `rows` by month, customer and offer. `rows` has the columns of `invoices` and
 * `sign`, which is 1 or -1.
 */
const add = (rows: string) => `
  insert into invoice_sums (org_id, kind, key, currency, status, n, total_cents, credited_cents, credited_unpaid_cents)
  select org_id, kind, key, currency, status, sum(sign), sum(sign * total_amount_cents), sum(sign * credited_cents),
    sum(sign * credited_unpaid_cents)
  from (${rows}) as changed cross join lateral (values
    ('month', coalesce(to_char(issue_date at time zone time_zone, 'YYYY-MM'), '')),
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

const added = sumRows('added', 1)
const removed = sumRows('removed', -1)

const triggers = sql.raw(`
  create function sum_invoices() returns trigger language plpgsql
    set search_path from current as $$
    begin
      if tg_op = 'TRUNCATE' then delete from invoice_sums;
      elsif tg_op = 'INSERT' then ${add(added)};
      elsif tg_op = 'DELETE' then ${add(removed)};
      else ${add(`${added} union all ${removed}`)};
      end if;
      return null;
    end $$;
  create trigger invoices_added after insert on invoices
    referencing new table as added for each statement execute function sum_invoices();
  create trigger invoices_changed after update on invoices
    referencing new table as added old table as removed for each statement execute function sum_invoices();
  create trigger invoices_removed after delete on invoices
    referencing old table as removed for each statement execute function sum_invoices();
  create trigger invoices_truncated after truncate on invoices
    for each statement execute function sum_invoices();
`)

const repair = sql`
  create function counted_invoice_sums(org text)
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
    $$;
  create function differing_invoice_sums(org text)
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
    $$;
  create function repair_invoice_sums(org text) returns void
    language plpgsql set search_path from current as $$
    begin
      perform pg_advisory_xact_lock(hashtext('invoicing.fold-sums'));
      with gone as (delete from invoice_sums s where s.org_id = org)
      insert into invoice_sums
      select org, c.*, true from counted_invoice_sums(org) c;
    end $$;
`

/**
 * The sums of an organisation's invoices, updated in the transaction of each change. A change
 * inserts rows and locks none, so that writers do not wait for each other. A sum is the total of
 * its rows, and a job folds them into one row. Amounts are `numeric`, because a thousand invoices
 * of the largest amount exceed a `bigint`. An operator may also call the repair
 * (docs/operations.md). It is one statement, so changes that others commit meanwhile are added
 * after it.
 */
export const invoiceSums: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statements of [tables, triggers, repair]) await statements.execute(db)
  },
}
