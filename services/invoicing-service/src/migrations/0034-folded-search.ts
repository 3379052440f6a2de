import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * `fold_text` does in SQL what `foldText` of the contracts does, and a test compares both. Its index is as optional as those
 * of `0023-text-search`.
 */
export const foldedSearchMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create function fold_text(value text) returns text language sql immutable strict parallel safe as ${sql.lit(
      `select replace(replace(replace(replace(translate(
        lower(regexp_replace(normalize(value, nfkd), '[${markRanges()}]', '', 'g')),
        'øØłŁđĐðÐıςÆŒÞẞ', 'oollddddiσæœþß'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`,
    )}`.execute(db)
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

/** Combining marks as ranges of a regular expression; PostgreSQL's own classes depend on the locale. */
function markRanges(): string {
  let ranges = ''
  let first: number | undefined
  for (let code = 0x300; code <= 0x1f000; code += 1) {
    const isMark = /\p{M}/u.test(String.fromCodePoint(code))
    if (isMark) first ??= code
    else if (first !== undefined) {
      ranges += `${String.fromCodePoint(first)}-${String.fromCodePoint(code - 1)}`
      first = undefined
    }
  }
  return ranges
}
