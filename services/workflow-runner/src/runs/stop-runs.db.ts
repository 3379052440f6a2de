import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import type { Ended } from './run-finished.ts'

/** The runs of one column's value. */
export type RunsOf = { id: string } | { workflow_id: string } | { task_id: string }

/**
 * Cancels the unfinished runs of an org that these are, in one conditional write, with their running nodes. Returns the
 * cancelled runs.
 */
export async function stopRuns(
  tx: Transaction,
  orgId: string,
  which: RunsOf,
  reason: string,
): Promise<Ended[]> {
  const [column = '', value] = Object.entries(which)[0] ?? []
  const { rows } = await sql<Ended>`
    with stopped as (
      update runs set status = 'cancelled', error = ${reason}, finished_at = clock_timestamp()
      where ${sql.ref(column)} = ${value} and org_id = ${orgId} and status in ('queued', 'running')
      returning id, org_id, workflow_id, trigger, worker_id),
    nodes as (
      update node_runs set status = 'skipped', skip_reason = 'cancelled', finished_at = clock_timestamp()
      where status = 'running' and run_id in (select id from stopped where worker_id is not null))
    select id, org_id, workflow_id, trigger from stopped`.execute(tx)
  return rows
}
