import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table agent_runs (
    id text primary key,
    org_id text not null,
    owner_id text not null,
    kind text not null,
    status text not null,
    task_id text,
    prompt text not null,
    workspace text,
    agent jsonb,
    lease_hash text,
    lease_expires_at timestamptz(3),
    cancel_requested boolean not null default false,
    attempt int not null default 1,
    transcript_next int not null default 0,
    transcript_size bigint not null default 0,
    result text,
    error text,
    workflow_run_id text,
    workflow_node_id text,
    workflow_place int,
    queued_at timestamptz(3) not null default clock_timestamp(),
    created_at timestamptz(3) not null default now(),
    started_at timestamptz(3),
    finished_at timestamptz(3),
    constraint agent_runs_of_node unique (workflow_run_id, workflow_node_id, workflow_place)
  )`,
  sql`create index agent_runs_by_owner on agent_runs (org_id, owner_id, id desc)`,
  sql`create index agent_runs_queue on agent_runs (org_id, owner_id, queued_at, id) where status = 'queued'`,
  sql`create index agent_runs_held on agent_runs (lease_expires_at) where status in ('claimed', 'running')`,
  sql`create index agent_runs_finished on agent_runs (finished_at) where finished_at is not null`,
  sql`create table agent_transcripts (
    run_id text not null references agent_runs on delete cascade,
    attempt int not null,
    first int not null,
    entries int not null,
    org_id text not null,
    size int not null,
    body text not null,
    primary key (run_id, attempt, first)
  )`,
  sql`create index agent_transcripts_by_org on agent_transcripts (org_id)`,
]

/** Runs for agents on users' own machines, and their transcripts. */
export const agentRuns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
