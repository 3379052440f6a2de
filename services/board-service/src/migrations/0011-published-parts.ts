import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How many posts of a thread are published while the rest is not. */
export const publishedParts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table posts add column parts_published integer not null default 0`.execute(db)
  },
}
