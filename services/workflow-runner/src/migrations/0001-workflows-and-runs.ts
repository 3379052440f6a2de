import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table workflows (
    id text primary key,
    org_id text,
    owner_id text not null,
    name text not null,
    description text,
    graph jsonb not null,
    active boolean not null default false,
    version int not null default 1,
    system_key text unique,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  sql`create index workflows_by_org on workflows (org_id, id desc)`,
  sql`create table schedules (
    key text primary key,
    workflow_id text not null references workflows on delete cascade,
    node_id text not null,
    cron text not null,
    tz text not null,
    next_at timestamptz(3) not null,
    last_fired_at timestamptz(3)
  )`,
  sql`create index schedules_due on schedules (next_at)`,
  sql`create index schedules_by_workflow on schedules (workflow_id)`,
  sql`create table event_bindings (
    event_type text not null,
    org_id text not null,
    workflow_id text not null references workflows on delete cascade,
    node_id text not null,
    primary key (event_type, org_id, workflow_id, node_id)
  )`,
  sql`create index event_bindings_by_workflow on event_bindings (workflow_id)`,
  sql`create table runs (
    id text primary key,
    org_id text,
    lane text not null,
    workflow_id text not null,
    owner_id text not null,
    queue text not null,
    priority smallint not null,
    status text not null default 'queued',
    trigger text not null,
    seeds jsonb not null,
    graph jsonb,
    task_id text,
    worker_id text,
    error text,
    created_at timestamptz(3) not null default clock_timestamp(),
    started_at timestamptz(3),
    finished_at timestamptz(3)
  ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02)`,
  sql`create index runs_queued on runs (queue, lane, priority, id) where status = 'queued'`,
  sql`create index runs_pending on runs (workflow_id) where status = 'queued'`,
  // Two concurrent clicks create one run.
  sql`create unique index runs_pending_by_hand on runs (workflow_id)
    where status = 'queued' and trigger = 'manual' and queue = 'workflow-run'`,
  sql`create index runs_running on runs (worker_id) where status = 'running'`,
  sql`create index runs_by_workflow on runs (workflow_id, id desc)`,
  sql`create index runs_finished on runs (finished_at) where finished_at is not null`,
  sql`create index runs_by_task on runs (task_id) where task_id is not null`,
  // No foreign key, because rows are written in bulk with their run and deleted with the run by the
  // retention sweep.
  sql`create table node_runs (
    run_id text not null,
    node_id text not null,
    position int not null,
    name text not null,
    type text not null,
    status text not null,
    skip_reason text,
    items_in int not null,
    items_out int not null,
    outputs jsonb not null,
    message text,
    error text,
    fix jsonb,
    incomplete boolean not null,
    usage jsonb,
    signal_samples jsonb,
    sample jsonb,
    started_at timestamptz(3),
    finished_at timestamptz(3),
    primary key (run_id, node_id)
  )`,
  sql`create table workers (
    id text primary key,
    slots int not null,
    started_at timestamptz(3) not null default now(),
    seen_at timestamptz(3) not null default now()
  )`,
  sql`create table watermarks (
    workflow_id text not null,
    key text not null,
    value jsonb,
    updated_at timestamptz(3) not null default now(),
    primary key (workflow_id, key)
  )`,
  sql`create table workflow_imports (
    org_id text not null,
    workflow_id text not null,
    source text not null,
    external_id text not null,
    verdict text not null,
    created_at timestamptz(3) not null default now()
  )`,
  sql`create unique index workflow_imports_identity
    on workflow_imports (org_id, workflow_id, source, external_id)`,
  sql`create table system_users (
    id text primary key,
    name text not null,
    created_at timestamptz(3) not null default now()
  )`,
]

export const workflowsAndRuns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
