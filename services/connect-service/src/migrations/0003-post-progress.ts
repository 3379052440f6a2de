import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Stores the progress of a post that takes several steps, for example a media container or an
 * upload session.
 */
export const postProgressMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table post_progress (
      channel_id text not null references channels (id) on delete cascade,
      task_id text not null,
      fingerprint text not null,
      value text not null,
      updated_at timestamptz(3) not null,
      primary key (channel_id, task_id, fingerprint)
    )`.execute(db)
    await sql`create index post_progress_updated on post_progress (updated_at)`.execute(db)
  },
}
