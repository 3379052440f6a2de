import { sql } from 'kysely'
import { inBatches } from '../../batches.ts'
import type { Db, Transaction } from '../../database.ts'

const batch = 1_000

// The caller reads a called run's row until the caller ends.
const isRead = sql<boolean>`not exists (
  select from runs caller where caller.id = runs.parent_run_id and caller.finished_at is null)`

/**
 * Deletes finished runs if they are older than `days` or their workflow was deleted. Returns how
 * many.
 */
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
      packed as (delete from packed_node_runs where run_id in (select id from gone)),
      files as (delete from run_files where run_id in (select id from gone)),
      questions as (delete from approvals where run_id in (select id from gone)),
      parts as (delete from parked_parts where run_id in (select id from gone)),
      kept as (delete from kept_parts where run_id in (select id from gone))
      select id from gone`
    total += await inBatches(batch, async () => (await some.execute(db)).rows.length, signal)
  }
  return total
}

/**
 * Deletes results ten minutes after the run, unless the caller is still running. A webhook waits
 * less than ten minutes.
 */
export function sweepResults(db: Db, signal: AbortSignal): Promise<number> {
  const some = sql`
    update runs set result = null where id = any(array(
      select id from runs where result is not null and finished_at < now() - interval '10 minutes' and ${isRead}
      limit ${batch})) returning id`
  return inBatches(batch, async () => (await some.execute(db)).rows.length, signal)
}

/**
 * Deletes snapshots of ended or deleted runs. They remain if a worker crashes after a run's end.
 */
export const sweepSnapshots = async (tx: Transaction): Promise<void> =>
  void (await tx
    .deleteFrom('parked_parts as p')
    .where(
      sql<boolean>`not exists (select from runs r where r.id = p.run_id and r.finished_at is null)`,
    )
    .execute())
