import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create index agent_runs_open_by_owner on agent_runs (org_id, owner_id) where finished_at is null`,
  sql`create index agent_runs_open_of_workflows on agent_runs (workflow_run_id) where finished_at is null`,
]

/** Partial indexes of unfinished agent runs, because few of the stored runs are unfinished. */
export const openAgentRuns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
