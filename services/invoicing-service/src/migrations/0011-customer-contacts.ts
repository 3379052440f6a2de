import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table customers
    add column contact_name text,
    add column phone text,
    add column notes text,
    add column emails jsonb not null default '{"to": [], "cc": []}',
    add column reminders_paused boolean not null default false`,
  // Balances read this index alone.
  sql`create index invoices_customer_open on invoices (customer_id, currency)
    include (org_id, total_amount_cents, credited_cents, recorded_cents) where status = 'open'`,
]

/** Customers' contact details, and an index to read their open balance. */
export const customerContacts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
