import { commonErrors, newId, type OrgPrincipal, type RunView, WorkflowRunHigh } from '@atrium/contracts'
import { emitJob, inTransaction, json } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { workflowErrors } from '../errors.ts'
import { requireMayFire } from '../workflows/require-may-fire.ts'
import { findPendingRun, hasWorkflow, insertRunByHand } from './fire.db.ts'
import { type RunRow, runView } from './run-view.ts'
import { queuePosition } from './runs.db.ts'

export interface Fired {
  runId: string
  alreadyPending: boolean
  run: RunView
}

const attempts = 5

/**
 * Queues a run with the Run button's priority, active or not; every trigger node starts with one item
 * `{ firedAt }`, merged over `input`. While a run of the workflow is still queued, that one is answered
 * instead. Throws `not_found`, and `forbidden` where it issues money and the caller may not.
 */
export async function fireByHand(
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  input: { workflowId: string; input: Record<string, unknown> | undefined },
): Promise<Fired> {
  await requireMayFire(deps, ctx, input.workflowId)
  const { orgId, userId } = ctx.principal
  const fields = { ...input.input, firedAt: new Date().toISOString() }
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    if (!(await hasWorkflow(tx, orgId, input.workflowId))) throw workflowErrors.workflow_not_found()
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const pending = await findPendingRun(tx, orgId, input.workflowId)
      if (pending !== undefined) return fired(tx, pending, true)
      const row = await insertRunByHand(tx, {
        id: newId('run'),
        org_id: orgId,
        lane: orgId,
        workflow_id: input.workflowId,
        owner_id: userId,
        queue: 'workflow-run',
        priority: 0,
        trigger: 'manual',
        seeds: json({ nodes: null, item: { json: fields } }),
        trace: currentContext()?.traceparent ?? null,
      })
      // Another click's run was queued after the look for a pending one; the next look sees it.
      if (row === undefined) continue
      await emitJob(tx, WorkflowRunHigh, { runId: row.id }, { orgId })
      return fired(tx, row, false)
    }
    throw commonErrors.unavailable()
  })
}

const fired = async (tx: Transaction, row: RunRow, alreadyPending: boolean): Promise<Fired> => ({
  runId: row.id,
  alreadyPending,
  run: runView(row, [], await queuePosition(tx, row)),
})
