import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds a seller's VAT exemption and an invoice's billed period. */
export const documentsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sellers add column vat_exemption text`.execute(db)
    await sql`alter table invoices
      add column service_from timestamptz(3), add column service_until timestamptz(3)`.execute(db)
  },
}
