import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import type { Ended } from './run-finished.ts'

/** Selects runs by the value of one column. */
export type RunsOf =
  | { id: string }
  | { workflow_id: string }
  | { task_id: string }
  | { parent_run_id: string }

/**
 * Cancels runs and the runs that they called. Locks callers before called runs, as `parkRun` does,
 * to avoid deadlocks.
 */
export async function stopRuns(tx: Transaction, orgId: string, which: RunsOf, reason: string) {
  const [column = '', value] = Object.entries(which)[0] ?? []
  const { rows } = await sql<Ended>`
    with recursive going as (
      select id from runs where ${sql.ref(column)} = ${value} and org_id = ${orgId} and finished_at is null
      union all
      select c.id from going g join runs c on c.parent_run_id = g.id where c.org_id = ${orgId} and c.finished_at is null),
    locked as (select id from runs where id in (select id from going) order by id for update),
    stopped as (
      update runs set status = 'cancelled', error = ${reason}, finished_at = clock_timestamp()
      where id in (select id from locked) and status in ('queued', 'running', 'parked')
      returning id, org_id, workflow_id, coalesce(root_trigger, trigger) as trigger, worker_id, continued),
    nodes as (
      update node_runs set status = 'skipped', skip_reason = 'cancelled', finished_at = clock_timestamp()
      where status = 'running' and run_id in (select id from stopped where worker_id is not null or continued)),
    parts as (delete from parked_parts where run_id in (select id from stopped where continued))
    select id, org_id, workflow_id, trigger from stopped`.execute(tx)
  return rows
}
