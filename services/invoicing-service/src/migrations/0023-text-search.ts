import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A part of a number, a name or an address is found in an index of its trigrams. The extension belongs to the database:
 * where the service has a role of its own, `service-role.sql` has created it.
 */
export const textSearchMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create extension if not exists pg_trgm schema public`.execute(db)
    await sql`create index invoices_number_text on invoices using gin (number public.gin_trgm_ops)`.execute(
      db,
    )
    await sql`create index customers_text on customers
      using gin (name public.gin_trgm_ops, email public.gin_trgm_ops)`.execute(db)
  },
}
