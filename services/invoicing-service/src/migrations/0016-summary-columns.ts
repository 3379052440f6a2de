import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Indexes for index-only scans of the sums by month, customer and offer, grouped by existing
 * months, and of overdue invoices under every filter.
 */
export const summaryColumnsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index invoices_summary`.execute(db)
    await sql`create index invoices_summary on invoices (org_id, currency, status)
      include (total_amount_cents, due_date, credited_cents, credited_unpaid_cents, issue_date, customer_id, offer_id)`.execute(
      db,
    )
    await sql`create statistics invoices_months on date_trunc('month', issue_date at time zone 'UTC')
      from invoices`.execute(db)
    await sql`create index invoices_overdue on invoices (org_id, due_date, id)
      include (status, source, customer_id, number, issue_date, total_amount_cents)
      where status = 'open' and (credited_cents = 0 or credited_cents < total_amount_cents)`.execute(
      db,
    )
  },
}
