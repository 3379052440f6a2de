import { commonErrors, newId, type RunView, WorkflowRunHigh, workflowErrors } from '@atrium/contracts'
import { emitJob, inTransaction, json } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { type RunRow, runView } from './run-view.ts'
import { findNodeTypes, findPendingRun, insertRunByHand, queuePosition } from './runs.db.ts'

export interface Fired {
  runId: string
  alreadyPending: boolean
  run: RunView
}

const attempts = 5

/**
 * Queues a run with the Run button's priority, active or not; every trigger node starts with one item `{ firedAt }`,
 * merged over `input`. A run of the workflow that is still queued is returned instead. Throws `not_found`, and
 * `forbidden` where the workflow issues money and the caller may not.
 */
export const fireByHand = (
  { db, now, registry }: Deps,
  { principal, tx }: Ctx,
  workflowId: string,
  input: Record<string, unknown> = {},
): Promise<Fired> =>
  inTransaction(db, tx, async (tx) => {
    const { orgId, userId } = principal
    const types = await findNodeTypes(tx, orgId, workflowId)
    if (types === undefined) throw workflowErrors.not_found()
    if (types.some(registry.issuesMoney)) requireMoneyRights(principal)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const pending = await findPendingRun(tx, orgId, workflowId)
      if (pending !== undefined) return fired(tx, pending, true)
      const row = await insertRunByHand(tx, {
        id: newId('run'),
        org_id: orgId,
        lane: orgId,
        workflow_id: workflowId,
        owner_id: userId,
        queue: 'workflow-run',
        priority: 0,
        trigger: 'manual',
        seeds: json({ nodes: null, item: { json: { ...input, firedAt: now().toISOString() } } }),
        trace: currentContext()?.traceparent ?? null,
      })
      // Undefined: a concurrent click queued a run after the look for a pending one, and the next look finds it.
      if (row === undefined) continue
      await emitJob(tx, WorkflowRunHigh, { runId: row.id }, { orgId })
      return fired(tx, row, false)
    }
    throw commonErrors.unavailable()
  })

const fired = async (tx: Transaction, row: RunRow, alreadyPending: boolean): Promise<Fired> => ({
  runId: row.id,
  alreadyPending,
  run: runView(row, [], await queuePosition(tx, row)),
})
