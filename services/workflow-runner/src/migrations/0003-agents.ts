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

/** The bytes of a run's ended attempts, as in the stored sum. A running attempt is counted separately. */
const endedBytes = (run: string) =>
  sql.raw(
    `(${run}.earlier_size + case when ${run}.finished_at is null then 0 else ${run}.transcript_size end)`,
  )

const add = sql`on conflict (org_id, owner_id) do update set bytes = kept.bytes + excluded.bytes`

// Triggers update the sums in the transactions that end and delete runs.
const sums = sql`
  create table agent_transcript_sums (
    org_id text not null,
    owner_id text not null,
    bytes bigint not null,
    primary key (org_id, owner_id)
  );

  create function keep_transcript_sum() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into agent_transcript_sums as kept
      values (new.org_id, new.owner_id, ${endedBytes('new')} - ${endedBytes('old')}) ${add};
      return null;
    end $$;
  create trigger agent_runs_transcript_sum after update on agent_runs
    for each row when (${endedBytes('new')} <> ${endedBytes('old')}) execute function keep_transcript_sum();

  -- A deletion affects many runs at once. The fixed order keeps two deletions from deadlocking.
  create function forget_transcript_sums() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into agent_transcript_sums as kept
      select org_id, owner_id, -sum(${endedBytes('gone')}) from gone
      where ${endedBytes('gone')} <> 0 group by 1, 2 order by 1, 2 ${add};
      return null;
    end $$;
  create trigger agent_runs_transcript_sums_deleted after delete on agent_runs
    referencing old table as gone for each statement execute function forget_transcript_sums();

  create function counted_transcript_sums(org text) returns table (owner_id text, bytes numeric)
    language sql stable set search_path from current as $$
      select r.owner_id, sum(${endedBytes('r')}) from agent_runs r where r.org_id = org group by 1
    $$;
  create function differing_transcript_sums(org text) returns table (owner_id text)
    language sql stable set search_path from current as $$
      select both_sums.owner_id from (
        select s.owner_id, s.bytes from agent_transcript_sums s where s.org_id = org
        union all
        select c.owner_id, -c.bytes from counted_transcript_sums(org) c
      ) as both_sums
      group by 1 having sum(both_sums.bytes) <> 0 order by 1
    $$;
  -- If a transaction has changed a run but not its sum, it waits for the lock, and then adds its
  -- part to the new sum.
  create function repair_transcript_sums(org text) returns void
    language plpgsql set search_path from current as $$
    begin
      lock table agent_transcript_sums in share row exclusive mode;
      delete from agent_transcript_sums s where s.org_id = org;
      insert into agent_transcript_sums select org, c.owner_id, c.bytes from counted_transcript_sums(org) c;
    end $$;
`

export const agents: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [runs, transcripts, sums]) await tables.execute(db)
  },
}
