import { type RunView, runErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { announceCancelled } from './cancel-announcements.ts'
import { emitFinished } from './run-finished.ts'
import { runView } from './run-view.ts'
import { getRun, type RunKey, requireWorkflow, selectNodes } from './runs.db.ts'
import { type RunsOf, stopRuns } from './stop-runs.db.ts'

const reason = 'Cancelled'

export async function cancelRuns(tx: Transaction, orgId: string, which: RunsOf): Promise<string[]> {
  const stopped = await stopRuns(tx, orgId, which, reason)
  await emitFinished(tx, stopped, 'cancelled', reason)
  return stopped.map(({ id }) => id)
}

/**
 * Cancels an unfinished run, even if no worker has it. Throws `not_found` and `run_finished` (409).
 */
export async function cancelRun(deps: Deps, ctx: Ctx, key: RunKey): Promise<RunView> {
  await requireWorkflow(deps.db, key)
  const view = await inTransaction(deps.db, ctx.tx, async (tx) => {
    await getRun(tx, key)
    const cancelled = await cancelRuns(tx, key.orgId, { id: key.runId })
    if (cancelled.length === 0) throw runErrors.run_finished()
    return runView(await getRun(tx, key), await selectNodes(tx, key.runId))
  })
  announceCancelled(deps.bus, [view.id])
  return view
}
