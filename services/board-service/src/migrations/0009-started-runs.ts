import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The run that was started for a due post. It may not publish the post before a later due date. */
export const startedRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table posts add column started_run text`.execute(db)
  },
}
