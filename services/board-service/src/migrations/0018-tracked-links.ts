import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Links of first comments with the codes that lead to them. They outlive their cards, because networks show them on. */
export const trackedLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table tracked_links (
      code text primary key, org_id text not null, task_id text not null, url text not null,
      created_at timestamptz not null, unique (org_id, task_id, url))`.execute(db)
    await sql`alter table posts add column clicks integer`.execute(db)
  },
}
