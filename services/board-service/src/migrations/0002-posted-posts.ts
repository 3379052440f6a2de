import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The calendar lists posts by the time at which they went out. */
export const postedPosts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index posts_posted on posts (org_id, posted_at) where posted_at is not null`.execute(
      db,
    )
  },
}
