import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table sellers add column tax_number text, add column legal_form text, add column share_capital text,
    add column email text, add column phone text, add column website text,
    add column iban text, add column bic text, add column bank_name text`,
  sql`create table invoicing_defaults (
    org_id text primary key,
    payment_terms_days int not null,
    note text,
    footer text,
    online_payments boolean not null,
    updated_at timestamptz(3) not null default now()
  )`,
]

/** The seller's bank account and legal details, and the organisation's invoice defaults. */
export const sellerDetails: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
