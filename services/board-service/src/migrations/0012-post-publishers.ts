import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds when a post went out and who published it. Earlier posts get the time of their last move.
 */
export const postPublishers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table posts add column posted_at timestamptz, add column posted_by jsonb, add column publisher jsonb`.execute(
      db,
    )
    await sql`update posts p set posted_at = t.status_changed_at from tasks t
      where t.id = p.task_id and t.status in ('posted', 'posted_by_hand')`.execute(db)
  },
}
