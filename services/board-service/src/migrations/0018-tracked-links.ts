import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds tracked links of first comments. They outlive their cards, because networks keep showing
 * them.
 */
export const trackedLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table tracked_links (
      code text primary key, org_id text not null, task_id text not null, url text not null,
      created_at timestamptz not null, unique (org_id, task_id, url))`.execute(db)
    await sql`alter table posts add column clicks integer`.execute(db)
  },
}
