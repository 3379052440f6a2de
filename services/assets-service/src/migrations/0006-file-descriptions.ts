import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Names, texts and tags that users find their files by (docs/adr/0021-descriptions-of-files.md).
 * The blobs themselves have no table.
 */
export const fileDescriptions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table file_descriptions (
      org_id text not null,
      key text not null,
      name text,
      alt_text text not null default '',
      tags text[] not null default '{}',
      stored_at timestamptz(3) not null default now(),
      search tsvector not null,
      primary key (org_id, key)
    )`.execute(db)
    await sql`create index file_descriptions_search on file_descriptions using gin (search)`.execute(
      db,
    )
  },
}
