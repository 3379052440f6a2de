import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The following posts of a thread, the alternative texts that a post goes out with, and why a
 * network states no figures of a post.
 */
export const threads: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table posts
        add column thread text[] not null default '{}',
        -- In the order of media. Null until the post is claimed.
        add column alt_texts text[];
      alter table post_metrics add column failure text`.execute(db)
  },
}
