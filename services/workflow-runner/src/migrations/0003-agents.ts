import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const runs = sql`
  create table agent_runs (
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
    cancel_asked_at timestamptz(3),
    attempt int not null default 1,
    settled_attempt int not null default 0,
    transcript_next int not null default 0,
    transcript_size bigint not null default 0,
    earlier_size bigint not null default 0,
    -- Why entries of the current attempt were refused, or null if none were.
    transcript_cut text,
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
  );
  create index agent_runs_by_owner on agent_runs (org_id, owner_id, id desc);
  create index agent_runs_queue on agent_runs (org_id, owner_id, queued_at, id) where status = 'queued';
  create index agent_runs_held on agent_runs (lease_expires_at) where status in ('claimed', 'running');
  create index agent_runs_held_of_org on agent_runs (org_id) where status in ('claimed', 'running');
  create index agent_runs_finished on agent_runs (finished_at) where finished_at is not null;
  -- Few of the stored runs are unfinished.
  create index agent_runs_open_by_owner on agent_runs (org_id, owner_id) where finished_at is null;
  create index agent_runs_open_of_workflows on agent_runs (workflow_run_id) where finished_at is null;
  create index agent_runs_unsettled on agent_runs (id)
    where settled_attempt < case when finished_at is null then attempt - 1 else attempt end;

  -- Users who left an organisation, and users who came back.
  create table agent_run_members (
    org_id text not null,
    user_id text not null,
    away boolean not null,
    since timestamptz(3) not null,
    primary key (org_id, user_id)
  );
`

const transcripts = sql`
  create table agent_transcripts (
    run_id text not null references agent_runs on delete cascade,
    attempt int not null,
    first int not null,
    entries int not null,
    org_id text not null,
    size int not null,
    body text not null,
    primary key (run_id, attempt, first)
  );
  create index agent_transcripts_by_org on agent_transcripts (org_id);

  -- Transcripts moved out of the database. No foreign key to the run, because a row outlives its run
  -- until the file is deleted.
  create table agent_transcript_files (
    key text primary key,
    run_id text not null,
    attempt int not null,
    org_id text not null,
    state text not null,
    chunks jsonb not null default '[]',
    created_at timestamptz(3) not null default clock_timestamp(),
    deleted_at timestamptz(3)
  );
  -- A transcript gets another file as soon as its file is doomed.
  create unique index agent_transcript_files_of_attempt on agent_transcript_files (run_id, attempt)
    where state <> 'doomed';
  create index agent_transcript_files_unkept on agent_transcript_files (key) where state <> 'kept';
`

export const agents: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [runs, transcripts]) await tables.execute(db)
  },
}
