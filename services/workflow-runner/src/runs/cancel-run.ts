import type { OrgPrincipal, RunView } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { workflowErrors } from '../errors.ts'
import { requireWorkflow } from '../workflows/require-workflow.ts'
import { announceCancelled } from './announce-cancelled.ts'
import { type Ended, emitFinished } from './emit-finished.ts'
import { runView } from './run-view.ts'
import { getRun, nodesOf, type RunKey } from './runs.db.ts'

const stopped = 'Cancelled'

/**
 * Cancels the runs that `which` (over `runs`) picks, where they are not finished: one conditional write, so that
 * whoever finishes one meanwhile either came first or comes too late. Returns the ids of those that were cancelled.
 */
async function cancelWhere(tx: Transaction, which: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<Ended>`
    with stopped as (
      update runs set status = 'cancelled', error = ${stopped}, finished_at = clock_timestamp()
      where ${which} and status in ('queued', 'running')
      returning id, org_id, workflow_id, trigger, worker_id),
    nodes as (
      update node_runs set status = 'skipped', skip_reason = 'cancelled', finished_at = clock_timestamp()
      where status = 'running' and run_id in (select id from stopped where worker_id is not null))
    select id, org_id, workflow_id, trigger from stopped`.execute(tx)
  await emitFinished(tx, rows, 'cancelled', stopped)
  return rows.map((row) => row.id)
}

/** Cancels these runs where they are not finished; returns the ids of those that were cancelled. */
export const cancelRuns = async (tx: Transaction, runIds: readonly string[]): Promise<string[]> =>
  runIds.length === 0 ? [] : cancelWhere(tx, sql<boolean>`id = any(${runIds}::text[])`)

/** Cancels whatever a workflow has queued or running, however much that is; returns the ids. */
export const cancelRunsOf = (tx: Transaction, workflowId: string): Promise<string[]> =>
  cancelWhere(tx, sql<boolean>`workflow_id = ${workflowId}`)

/**
 * Cancels a queued or running run, whether or not a worker still holds it. Throws `not_found`, and
 * `run_finished` (409) when it has already ended.
 */
export async function cancelRun(deps: Deps, ctx: Ctx<OrgPrincipal>, key: RunKey): Promise<RunView> {
  await requireWorkflow(deps, key.orgId, key.workflowId)
  const view = await inTransaction(deps.db, ctx.tx, async (tx) => {
    const before = await getRun(tx, key)
    const cancelled = await cancelRuns(tx, [before.id])
    if (cancelled.length === 0) throw workflowErrors.run_finished()
    return runView(await getRun(tx, key), await nodesOf(tx, key.runId))
  })
  announceCancelled(deps.bus, [view.id])
  return view
}
