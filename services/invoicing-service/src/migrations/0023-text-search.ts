import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A trigram index for parts of a number, name or address. The extension belongs to the database:
 * if the service has its own role, `service-role.sql` has created the extension. If the server
 * lacks it or denies it to the service, the search works without the index.
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
