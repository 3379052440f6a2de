import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const measures = ['n', 'total_cents', 'credited_cents', 'credited_unpaid_cents']

/**
 * Adds the sums of `rows` by month, customer and offer. `rows` has the columns of `invoices` and
 * `sign`, which is 1 or -1.
 */
const add = (rows: string) => `
  insert into invoice_sums (org_id, kind, key, currency, status, ${measures.join(', ')})
  select org_id, kind, key, currency, status, sum(sign), sum(sign * total_amount_cents), sum(sign * credited_cents),
    sum(sign * credited_unpaid_cents)
  from (${rows}) as changed cross join lateral (values
    ('month', coalesce(to_char(issue_date at time zone 'UTC', 'YYYY-MM'), '')),
    ('customer', case when issue_date is not null then customer_id end),
    ('offer', case when issue_date is not null then coalesce(offer_id, 'none') end)
  ) as place (kind, key)
  where key is not null and (kind = 'month' or status in ('open', 'paid', 'uncollectible'))
  group by 1, 2, 3, 4, 5
  having sum(sign) <> 0 or sum(sign * total_amount_cents) <> 0 or sum(sign * credited_cents) <> 0
    or sum(sign * credited_unpaid_cents) <> 0`

const sumRows = (table: string, sign: number): string => `
  select ${sign} as sign, org_id, issue_date, customer_id, offer_id, currency, status, total_amount_cents,
    credited_cents, credited_unpaid_cents from ${table}`

/**
 * Adds the sums of an org's invoices, updated in the transaction of each change. A change inserts
 * rows and locks none, so that writers do not wait for each other. A sum is the total of its rows,
 * and a job folds them into one row. Amounts are `numeric`, because a thousand invoices of the
 * largest amount exceed a `bigint`.
 */
export const invoiceSumsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table invoice_sums (
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
    )`.execute(db)
    await sql`create index invoice_sums_place on invoice_sums (org_id, kind, key, currency, status)`.execute(
      db,
    )
    await sql`create index invoice_sums_unfolded on invoice_sums (org_id) where not folded`.execute(
      db,
    )

    const added = sumRows('added', 1)
    const removed = sumRows('removed', -1)
    await sql`create function sum_invoices() returns trigger language plpgsql set search_path from current as $$
      begin
        if tg_op = 'TRUNCATE' then delete from invoice_sums;
        elsif tg_op = 'INSERT' then ${sql.raw(add(added))};
        elsif tg_op = 'DELETE' then ${sql.raw(add(removed))};
        else ${sql.raw(add(`${added} union all ${removed}`))};
        end if;
        return null;
      end $$`.execute(db)
    await sql`create trigger invoices_added after insert on invoices
      referencing new table as added for each statement execute function sum_invoices()`.execute(db)
    await sql`create trigger invoices_changed after update on invoices
      referencing new table as added old table as removed for each statement execute function sum_invoices()`.execute(
      db,
    )
    await sql`create trigger invoices_removed after delete on invoices
      referencing old table as removed for each statement execute function sum_invoices()`.execute(
      db,
    )
    await sql`create trigger invoices_truncated after truncate on invoices
      for each statement execute function sum_invoices()`.execute(db)
    await sql`${sql.raw(add(sumRows('invoices', 1)))}`.execute(db)
    await sql`update invoice_sums set folded = true`.execute(db)
  },
}
