import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds an index for posts with a first comment, because each new connection asks whether an org has
 * any.
 */
export const postComments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index posts_commented on posts (org_id, platform)
      where first_comment <> '' or (link_handling = 'reply' and link is not null)`.execute(db)
  },
}
