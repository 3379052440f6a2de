import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A part of a number, a name or an address is found in an index of its trigrams. The extension belongs to the database:
 * where the service has a role of its own, `service-role.sql` has created it. A server without it, or one that keeps it
 * from the service, has the same search without the index.
 */
export const textSearchMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`do $$
      declare
        place text;
      begin
        create extension if not exists pg_trgm schema public;
        select extnamespace::regnamespace::text into place from pg_extension where extname = 'pg_trgm';
        execute format('create index invoices_number_text on invoices using gin (number %s.gin_trgm_ops)', place);
        execute format('create index customers_text on customers
          using gin (name %1$s.gin_trgm_ops, email %1$s.gin_trgm_ops)', place);
      exception
        when insufficient_privilege or undefined_file or feature_not_supported or invalid_schema_name then
          raise notice 'the search of texts has no index: %', sqlerrm;
      end $$`.execute(db)
  },
}
