import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table invoices
    add column note text, add column footer text, add column order_number text,
    add column buyer_reference text, add column contract_number text, add column recipients jsonb`,
  // The net amount and VAT for each VAT treatment, so later notes know what is left.
  sql`alter table credit_notes add column vat_groups jsonb`,
]

/** What an invoice shows besides its lines, and VAT treatments for credit notes. */
export const invoiceDocument: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
