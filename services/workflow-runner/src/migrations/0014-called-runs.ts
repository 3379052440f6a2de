import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create index runs_called_going on runs (parent_run_id) where parent_run_id is not null and finished_at is null`,
  sql`create index runs_with_result on runs (finished_at) where result is not null`,
  // Null if an earlier version created the address.
  sql`alter table workflow_hooks add column created_by text`,
]

/** Unfinished called runs, results for a waiting reader, and the creator of a webhook address. */
export const calledRuns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
