import type { OrgPrincipal, RunView } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { lockWorkflowForFire } from '../workflows/lock-for-fire.ts'
import { queueRuns } from './queue-runs.ts'
import { runView } from './run-view.ts'
import { findPending, getRun, queuePosition } from './runs.db.ts'

export interface Fired {
  runId: string
  alreadyPending: boolean
  run: RunView
}

/**
 * Queues a run with the Run button's priority, active or not; every trigger node starts with one item
 * `{ firedAt }`, merged over `input`. While a run of the workflow is still queued, that one is answered
 * instead. Throws `not_found`.
 */
export const fireByHand = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  input: { workflowId: string; input: Record<string, unknown> | undefined },
): Promise<Fired> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId } = ctx.principal
    // Two clicks at once take turns here, so that the second one sees the first one's run.
    const workflow = await lockWorkflowForFire(tx, orgId, input.workflowId)
    const pending = await findPending(tx, orgId, workflow.id)
    if (pending !== undefined) {
      const run = runView(pending, [], await queuePosition(tx, pending))
      return { runId: pending.id, alreadyPending: true, run }
    }
    const json = { ...input.input, firedAt: new Date().toISOString() }
    const [runId = ''] = await queueRuns(tx, [
      {
        workflowId: workflow.id,
        orgId,
        ownerId: ctx.principal.userId,
        queue: 'workflow-run',
        priority: 0,
        trigger: 'manual',
        seeds: { nodes: null, item: { json } },
      },
    ])
    const row = await getRun(tx, { orgId, workflowId: workflow.id, runId })
    return { runId, alreadyPending: false, run: runView(row, [], await queuePosition(tx, row)) }
  })
