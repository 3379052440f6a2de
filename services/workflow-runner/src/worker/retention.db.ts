import { sql } from 'kysely'
import { inBatches } from '../batches.ts'
import type { Db, Transaction } from '../database.ts'

const batch = 1_000

// The caller of a called run reads its row until it ends itself.
const isRead = sql<boolean>`not exists (
  select from runs caller where caller.id = runs.parent_run_id and caller.finished_at is null)`

/** Deletes finished runs older than so many days, and finished runs of deleted workflows, in batches. Returns how many. */
export async function sweepOldRuns(db: Db, days: number, signal: AbortSignal): Promise<number> {
  let total = 0
  for (const which of [
    sql`finished_at < now() - make_interval(days => ${days})`,
    sql`finished_at is not null and queue = 'workflow-run'
      and not exists (select 1 from workflows w where w.id = runs.workflow_id)`,
  ]) {
    const some = sql`with gone as (
        delete from runs where id = any(array(select id from runs where ${which} and ${isRead} limit ${batch}))
        returning id),
      nodes as (delete from node_runs where run_id in (select id from gone)),
      files as (delete from run_files where run_id in (select id from gone)),
      parts as (delete from parked_parts where run_id in (select id from gone)),
      kept as (delete from kept_parts where run_id in (select id from gone))
      select id from gone`
    total += await inBatches(batch, async () => (await some.execute(db)).rows.length, signal)
  }
  return total
}

/** Results go ten minutes after their run, once its caller has ended; an address waits for less than that. */
export function sweepResults(db: Db, signal: AbortSignal): Promise<number> {
  const some = sql`
    update runs set result = null where id = any(array(
      select id from runs where result is not null and finished_at < now() - interval '10 minutes' and ${isRead}
      limit ${batch})) returning id`
  return inBatches(batch, async () => (await some.execute(db)).rows.length, signal)
}

/** Deletes the snapshots of runs that have ended or are gone, which the death of a worker behind a run's end leaves. */
export const sweepSnapshots = async (tx: Transaction): Promise<void> =>
  void (await tx
    .deleteFrom('parked_parts as p')
    .where(
      sql<boolean>`not exists (select from runs r where r.id = p.run_id and r.finished_at is null)`,
    )
    .execute())
