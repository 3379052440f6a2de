import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A processor event names its account and its invoice, so the index gets both columns. The poller's
 * index now has only the poller's columns. Before, the planner used it for processor events too,
 * and each event read every open invoice.
 */
export const statementIndexMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index invoices_statement`.execute(db)
    await sql`create index invoices_statement on invoices (payments_account_id, payments_invoice_id)
      where payments_invoice_id is not null`.execute(db)
    await sql`drop index invoices_poll`.execute(db)
    await sql`create index invoices_poll on invoices (payments_synced_at nulls first)
      where status = 'open' and payments_invoice_id is not null and not mirrored`.execute(db)
  },
}
