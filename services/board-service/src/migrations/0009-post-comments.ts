import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds an index for posts with a first comment, because the board looks for one at each new
 * connection.
 */
export const postComments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index posts_commented on posts (org_id, platform)
      where first_comment <> '' or (link_handling = 'reply' and link is not null)`.execute(db)
  },
}
