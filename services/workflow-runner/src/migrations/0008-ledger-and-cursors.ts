import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Null if an earlier version wrote the verdict.
  sql`alter table workflow_imports add column run_id text`,
  sql`create index workflow_imports_by_age on workflow_imports (org_id, workflow_id, created_at desc)`,
  sql`create index workflow_imports_pending on workflow_imports (run_id) where verdict = 'pending'`,
  sql`create table ingestion_sync_cursors (
    org_id text not null,
    workflow_id text not null,
    key text not null,
    token text not null,
    updated_at timestamptz(3) not null default now(),
    primary key (org_id, workflow_id, key)
  )`,
]

/** The run of each verdict, claims of unfinished runs, and calendar sync tokens. */
export const ledgerAndCursors: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
