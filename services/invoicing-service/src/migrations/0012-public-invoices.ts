import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // 244 random bits. The database sets it, because an earlier release may still insert invoices
  // without it.
  sql`alter table invoices add column public_token text not null
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`,
  sql`create unique index invoices_public_token on invoices (public_token)`,
]

/** The secret address of each invoice's public page. */
export const publicInvoices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
