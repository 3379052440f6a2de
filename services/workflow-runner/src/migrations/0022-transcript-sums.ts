import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Returns the bytes of a run's ended attempts, as in the stored sum. A running attempt is counted
 * separately.
 */
const endedBytes = (run: string) =>
  sql.raw(
    `(${run}.earlier_size + case when ${run}.finished_at is null then 0 else ${run}.transcript_size end)`,
  )

const add = sql`on conflict (org_id, owner_id) do update set bytes = kept.bytes + excluded.bytes`

const statements = [
  // Why entries of the current attempt were refused, or null if none were.
  sql`alter table agent_runs add column transcript_cut text`,
  sql`create index agent_runs_held_of_org on agent_runs (org_id) where status in ('claimed', 'running')`,
  sql`create table agent_transcript_sums (
    org_id text not null,
    owner_id text not null,
    bytes bigint not null,
    primary key (org_id, owner_id)
  )`,
  sql`create function keep_transcript_sum() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into agent_transcript_sums as kept
      values (new.org_id, new.owner_id, ${endedBytes('new')} - ${endedBytes('old')}) ${add};
      return null;
    end $$`,
  sql`create trigger agent_runs_transcript_sum after update on agent_runs
    for each row when (${endedBytes('new')} <> ${endedBytes('old')}) execute function keep_transcript_sum()`,
  // A deletion affects many runs at once. The fixed order keeps two deletions from deadlocking.
  sql`create function forget_transcript_sums() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into agent_transcript_sums as kept
      select org_id, owner_id, -sum(${endedBytes('gone')}) from gone
      where ${endedBytes('gone')} <> 0 group by 1, 2 order by 1, 2 ${add};
      return null;
    end $$`,
  sql`create trigger agent_runs_transcript_sums_deleted after delete on agent_runs
    referencing old table as gone for each statement execute function forget_transcript_sums()`,
  sql`create function counted_transcript_sums(org text) returns table (owner_id text, bytes numeric)
    language sql stable set search_path from current as $$
      select r.owner_id, sum(${endedBytes('r')}) from agent_runs r where r.org_id = org group by 1
    $$`,
  sql`create function differing_transcript_sums(org text) returns table (owner_id text)
    language sql stable set search_path from current as $$
      select both_sums.owner_id from (
        select s.owner_id, s.bytes from agent_transcript_sums s where s.org_id = org
        union all
        select c.owner_id, -c.bytes from counted_transcript_sums(org) c
      ) as both_sums
      group by 1 having sum(both_sums.bytes) <> 0 order by 1
    $$`,
  // If a transaction has changed a run but not its sum, it waits for the lock, and then adds its
  // part to the new sum.
  sql`create function repair_transcript_sums(org text) returns void
    language plpgsql set search_path from current as $$
    begin
      lock table agent_transcript_sums in share row exclusive mode;
      delete from agent_transcript_sums s where s.org_id = org;
      insert into agent_transcript_sums select org, c.owner_id, c.bytes from counted_transcript_sums(org) c;
    end $$`,
  sql`insert into agent_transcript_sums
    select r.org_id, r.owner_id, sum(${endedBytes('r')}) from agent_runs r group by 1, 2`,
]

/**
 * Transcript bytes per user and organisation. Triggers update them in the transactions that end and
 * delete runs. Also adds functions to check and repair the sums, and the column for the limit that
 * cut a transcript.
 */
export const transcriptSums: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
