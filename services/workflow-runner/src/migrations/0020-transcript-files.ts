import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table agent_runs
    add column earlier_size bigint not null default 0,
    add column settled_attempt int not null default 1,
    add column cancel_asked_at timestamptz(3)`,
  // Most existing runs are small and need no update. Their sizes were counted in characters, which
  // have at most three bytes.
  sql`alter table agent_runs alter column settled_attempt set default 0`,
  sql`update agent_runs set settled_attempt = 0
    where finished_at is null or attempt > 1 or transcript_size * 3 >= 262144`,
  sql`update agent_runs r set earlier_size = coalesce((select sum(t.size) from agent_transcripts t
    where t.run_id = r.id and t.attempt < r.attempt), 0) where r.attempt > 1`,
  sql`update agent_runs set cancel_asked_at = clock_timestamp() where cancel_requested and finished_at is null`,
  sql`create index agent_runs_unsettled on agent_runs (id)
    where settled_attempt < case when finished_at is null then attempt - 1 else attempt end`,
  // No foreign key to the run, because a row outlives its run until the file is deleted.
  sql`create table agent_transcript_files (
    key text primary key,
    run_id text not null,
    attempt int not null,
    org_id text not null,
    state text not null,
    chunks jsonb not null default '[]',
    created_at timestamptz(3) not null default clock_timestamp(),
    unique (run_id, attempt)
  )`,
]

/** Transcripts moved out of the database, and the time of a run's cancel request. */
export const transcriptFiles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
