import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Indexes open invoices with a zero total, because a background pass marks them as paid. */
export const freeInvoicesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index invoices_free on invoices (id)
      where status = 'open' and total_amount_cents = 0 and payments_invoice_id is null`.execute(db)
  },
}
