import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Written once for each invoice, when it is paid.
  sql`create index invoices_paid on invoices (org_id, paid_at)
    include (currency, total_amount_cents, credited_unpaid_cents, recorded_cents) where status = 'paid'`,
  // The invoice's currency. Null on payments from before, because filling the column would lock them.
  sql`alter table invoice_payments add column currency text`,
  sql`create index invoice_payments_day on invoice_payments (org_id, paid_on)
    include (currency, amount_cents, invoice_id) where undone_at is null`,
]

/** Sums what was paid since a day without reading invoices, for the figures of Home. */
export const paidIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
