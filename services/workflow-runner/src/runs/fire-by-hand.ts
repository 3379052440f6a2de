import { commonErrors, type OrgPrincipal, type RunView } from '@atrium/contracts'
import { markEmitted, wakeOutbox } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { workflowErrors } from '../errors.ts'
import { requireMayFire } from '../workflows/require-may-fire.ts'
import { fireOnce } from './fire.db.ts'
import { runView } from './run-view.ts'

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
  const json = { ...input.input, firedAt: new Date().toISOString() }
  const fire = {
    orgId: ctx.principal.orgId,
    userId: ctx.principal.userId,
    workflowId: input.workflowId,
    seeds: { nodes: null, item: { json } },
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { found, row } = await fireOnce(ctx.tx ?? deps.db, fire)
    if (!found) throw workflowErrors.workflow_not_found()
    // Another click's run was queued after this statement began to look; the next look sees it.
    if (row === undefined) continue
    if (row.fresh && ctx.tx !== undefined) markEmitted(ctx.tx)
    if (row.fresh && ctx.tx === undefined) wakeOutbox(deps.db)
    return {
      runId: row.id,
      alreadyPending: !row.fresh,
      run: runView(row, [], Number(row.position)),
    }
  }
  throw commonErrors.unavailable()
}
