import { type OrgPrincipal, type RunView, WorkflowRunFinished } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { workflowErrors } from '../errors.ts'
import { announceCancelled } from './announce-cancelled.ts'
import { runView } from './run-view.ts'
import { getRun, nodesOf, type RunKey } from './runs.db.ts'

const stopped = 'Cancelled'

// The one conditional write; whoever finishes the run meanwhile either came first or comes too late.
const cancelRows = (tx: Transaction, runIds: readonly string[]) =>
  tx
    .updateTable('runs')
    .set({ status: 'cancelled', error: stopped, finished_at: sql`now()` })
    .where('id', 'in', runIds)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'org_id', 'workflow_id', 'trigger'])
    .execute()

/** Cancels these runs where they are not finished; returns the ids of those that were cancelled. */
export async function cancelRuns(tx: Transaction, runIds: readonly string[]): Promise<string[]> {
  if (runIds.length === 0) return []
  const rows = await cancelRows(tx, runIds)
  if (rows.length === 0) return []
  await tx
    .updateTable('node_runs')
    .set({ status: 'skipped', skip_reason: 'cancelled', finished_at: sql`now()` })
    .where(
      'run_id',
      'in',
      rows.map((row) => row.id),
    )
    .where('status', '=', 'running')
    .execute()
  for (const row of rows) {
    await emit(tx, WorkflowRunFinished, row.org_id, {
      runId: row.id,
      workflowId: row.workflow_id,
      status: 'cancelled',
      trigger: row.trigger,
      error: stopped,
    })
  }
  return rows.map((row) => row.id)
}

/** Cancels whatever a workflow has queued or running. */
export async function cancelRunsOf(tx: Transaction, workflowId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('runs')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  return cancelRuns(
    tx,
    rows.map((row) => row.id),
  )
}

/**
 * Cancels a queued or running run, whether or not a worker still holds it. Throws `not_found`, and
 * `run_finished` (409) when it has already ended.
 */
export async function cancelRun(deps: Deps, ctx: Ctx<OrgPrincipal>, key: RunKey): Promise<RunView> {
  const view = await inTransaction(deps.db, ctx.tx, async (tx) => {
    const before = await getRun(tx, key)
    const cancelled = await cancelRuns(tx, [before.id])
    if (cancelled.length === 0) throw workflowErrors.run_finished()
    return runView(await getRun(tx, key), await nodesOf(tx, key.runId))
  })
  announceCancelled(deps.bus, [view.id])
  return view
}
