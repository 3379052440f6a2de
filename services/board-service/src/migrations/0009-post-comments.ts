import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Posts that are commented after they went out; whether an org has any is asked at every connection. */
export const postComments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index posts_commented on posts (org_id, platform)
      where first_comment <> '' or (link_handling = 'reply' and link is not null)`.execute(db)
  },
}
