import { createFoldText } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Search by folded text. Its index is optional, like the indexes of `0023-text-search`. */
export const foldedSearchMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await createFoldText(db)
    await sql`do $$
      declare
        place text;
      begin
        select extnamespace::regnamespace::text into place from pg_extension where extname = 'pg_trgm';
        if place is null then return; end if;
        execute format('create index customers_folded on customers
          using gin (fold_text(name) %1$s.gin_trgm_ops, fold_text(email) %1$s.gin_trgm_ops)', place);
        drop index if exists customers_text;
      exception
        when insufficient_privilege or undefined_object then
          raise notice 'the search of texts has no index: %', sqlerrm;
      end $$`.execute(db)
  },
}
