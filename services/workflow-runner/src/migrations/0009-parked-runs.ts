import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // `continued` is true once a run was parked. `awake_ms` is its time on workers before the last
  // claim.
  sql`alter table runs add column wake_at timestamptz(3), add column awaits_calls boolean not null default false,
    add column continued boolean not null default false,
    add column claimed_at timestamptz(3), add column awake_ms int not null default 0,
    add column parent_run_id text, add column parent_node_id text, add column parent_place int,
    add column root_run_id text, add column call_depth smallint not null default 0, add column result jsonb`,
  sql`create index runs_parked on runs (wake_at) where status = 'parked'`,
  sql`create index runs_awaiting on runs (id) where status = 'parked' and awaits_calls`,
  sql`create index runs_parked_by_org on runs (org_id) where status = 'parked'`,
  sql`create index runs_called on runs (parent_run_id, parent_node_id, parent_place) where parent_run_id is not null`,
  sql`create index runs_called_below on runs (root_run_id) where root_run_id is not null`,
  // A manual run that wakes does not count as a second click.
  sql`drop index runs_pending_by_hand`,
  sql`create unique index runs_pending_by_hand on runs (workflow_id)
    where status = 'queued' and trigger = 'manual' and queue = 'workflow-run' and not continued`,
  // Text and not jsonb, because jsonb reorders keys and rejects some characters.
  sql`create table parked_parts (
    run_id text not null,
    part int not null,
    org_id text,
    body text not null,
    primary key (run_id, part)
  )`,
  sql`create index parked_parts_by_org on parked_parts (org_id)`,
]

/** Runs that sleep or wait for other runs, and their snapshots; docs/adr/0017-parked-runs.md. */
export const parkedRuns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
