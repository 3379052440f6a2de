import { createMailQueue } from '@atrium/mailer'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Runs and deliveries arrive in bursts and are deleted by age. Autovacuum therefore analyzes after
 * 2 % of changes instead of 10 %, and vacuums after 2 % instead of 20 %, even after inserts only.
 * The planner then knows a full queue's size.
 */
const burstStatistics = sql`autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
    autovacuum_vacuum_insert_scale_factor = 0.05`

// Runs sleep or wait for other runs: docs/adr/0017-parked-runs.md.
const runTables = sql`
  create table runs (
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
    -- The causing run, the trace, and the number of workflows that started each other before.
    caused_by text,
    trace text,
    depth smallint not null default 0,
    -- True once the run was parked.
    continued boolean not null default false,
    wake_at timestamptz(3),
    awaits_calls boolean not null default false,
    claimed_at timestamptz(3),
    -- The time on workers before the last claim.
    awake_ms int not null default 0,
    parent_run_id text,
    parent_node_id text,
    parent_place int,
    root_run_id text,
    root_trigger text,
    call_depth smallint not null default 0,
    result jsonb,
    -- True if a reader waits for the result.
    keeps_result boolean not null default false,
    created_at timestamptz(3) not null default clock_timestamp(),
    started_at timestamptz(3),
    finished_at timestamptz(3)
  ) with (fillfactor = 85, ${burstStatistics});
  create index runs_queued on runs (queue, lane, priority, id) where status = 'queued';
  create index runs_pending on runs (workflow_id) where status = 'queued';
  -- Two concurrent clicks create one run. A manual run that wakes does not count as a second click.
  create unique index runs_pending_by_hand on runs (workflow_id)
    where status = 'queued' and trigger = 'manual' and queue = 'workflow-run' and not continued;
  create index runs_running on runs (worker_id) where status = 'running';
  create index runs_by_workflow on runs (workflow_id, id desc);
  create index runs_finished on runs (finished_at) where finished_at is not null;
  create index runs_by_task on runs (task_id) where task_id is not null;
  create index runs_parked on runs (wake_at) where status = 'parked';
  create index runs_parked_by_org on runs (org_id) where status = 'parked';
  create index runs_awaiting on runs (id) where status = 'parked' and awaits_calls;
  create index runs_called on runs (parent_run_id, parent_node_id, parent_place) where parent_run_id is not null;
  create index runs_called_going on runs (parent_run_id) where parent_run_id is not null and finished_at is null;
  create index runs_called_below on runs (root_run_id) where root_run_id is not null;
  create index runs_with_result on runs (finished_at) where result is not null;

  -- No foreign key, because rows are written in bulk with their run and deleted with the run by the
  -- retention sweep.
  create table node_runs (
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
  ) with (${burstStatistics});

  -- Snapshots of parked runs. Text and not jsonb, because jsonb reorders keys and rejects some
  -- characters.
  create table parked_parts (
    run_id text not null,
    part int not null,
    org_id text,
    body text not null,
    primary key (run_id, part)
  );
  create index parked_parts_by_org on parked_parts (org_id);

  -- Items of failed runs.
  create table kept_parts (
    run_id text not null,
    part int not null,
    org_id text not null,
    body text not null,
    primary key (run_id, part)
  );
  create index kept_parts_by_org on kept_parts (org_id);

  create table workers (
    id text primary key,
    slots int not null,
    started_at timestamptz(3) not null default now(),
    seen_at timestamptz(3) not null default now()
  );

  -- An organisation's runs in a calendar month (UTC), if its plan limits them.
  create table run_months (
    org_id text not null,
    month text not null,
    runs bigint not null check (runs >= 0),
    primary key (org_id, month)
  );

  -- Queue lengths in each minute, kept for a day.
  create table queue_samples (
    queue text not null,
    at timestamptz(0) not null,
    depth int not null,
    oldest_seconds real not null,
    primary key (queue, at)
  );
`

const files = sql`
  create table item_files (
    id text primary key,
    org_id text not null,
    key text not null,
    state text not null check (state in ('writing', 'stored', 'doomed')),
    name text not null default '',
    content_type text not null default '',
    bytes bigint not null default 0,
    created_at timestamptz(3) not null default clock_timestamp(),
    look_at timestamptz(3) not null default clock_timestamp() + interval '1 hour'
  );
  create index item_files_of_org on item_files (org_id);
  create index item_files_to_look_at on item_files (look_at);

  -- No foreign key to runs, because retention deletes these rows with the run, and another service's
  -- run has no row here.
  create table run_files (
    file_id text not null references item_files (id) on delete cascade,
    run_id text not null,
    org_id text not null,
    primary key (file_id, run_id)
  );
  create index run_files_of_run on run_files (run_id);
  create index run_files_of_org on run_files (org_id);

  create table mail_files (
    mail_key text not null,
    place int not null,
    org_id text not null,
    file_id text not null,
    primary key (mail_key, place)
  );
  create index mail_files_of_org on mail_files (org_id);
  create index mail_files_of_file on mail_files (file_id);
`

const outgoing = sql`
  -- Stored headers for requests from nodes.
  create table credentials (
    id text primary key,
    org_id text not null,
    name text not null,
    host text not null,
    header text not null,
    secret text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (org_id, name)
  );
  create index credentials_by_org on credentials (org_id, id desc);

  create table webhook_endpoints (
    id text primary key,
    org_id text not null,
    url text not null,
    events jsonb not null,
    secret text not null,
    -- The secret before the last rotation. It signs as well until previous_until.
    previous_secret text,
    previous_until timestamptz(3),
    enabled boolean not null default true,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );
  create index webhook_endpoints_by_org on webhook_endpoints (org_id, id desc);

  create table webhook_deliveries (
    id text primary key,
    org_id text not null,
    endpoint_id text not null references webhook_endpoints on delete cascade,
    event_id text not null,
    event_type text not null,
    -- Makes a delivery from a node unique for its endpoint.
    key text,
    body text not null,
    status text not null default 'pending',
    attempts int not null default 0,
    next_at timestamptz(3) default now(),
    response_status int,
    error text,
    worker_id text,
    created_at timestamptz(3) not null default now(),
    finished_at timestamptz(3)
  ) with (${burstStatistics});
  create unique index webhook_deliveries_key on webhook_deliveries (endpoint_id, key) where key is not null;
  create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id desc);
  create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;
  -- Deliveries are found by organisation and endpoint, so that one organisation's backlog does not
  -- delay another's.
  create index webhook_deliveries_pending_by_org on webhook_deliveries (org_id) where status = 'pending';
  create index webhook_deliveries_pending_by_endpoint on webhook_deliveries (endpoint_id, next_at, id)
    where status = 'pending';
  create index webhook_deliveries_held on webhook_deliveries (endpoint_id)
    where status = 'pending' and worker_id is not null;
`

export const runs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [runTables, files, outgoing]) await tables.execute(db)
    await createMailQueue(db)
  },
}
