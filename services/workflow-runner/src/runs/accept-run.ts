import { findFileIds } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import type { Deps } from '../deps.ts'
import { limitRuns, toMonth } from '../plans/limit-runs.ts'
import { currentRunId } from './causes.ts'
import { type NewRun, queueRuns } from './queue-runs.ts'
import { queuedEntry } from './run-queued.ts'
import type { RunStarts } from './run-starts.ts'

type AcceptDeps = Pick<Deps, 'db' | 'planOf' | 'now' | 'newId'> & { starts: RunStarts }
type AcceptableRun = Pick<
  NewRun,
  'workflowId' | 'ownerId' | 'trigger' | 'seeds' | 'keepsResult'
> & { id: string; orgId: string }

/**
 * Writes a run, which begins at once if this process has a free slot for it. Stores it as failed if
 * it exceeds the plan's monthly limit.
 */
export async function acceptRun(deps: AcceptDeps, run: AcceptableRun): Promise<void> {
  if (await acceptWithOthers(deps, run)) return
  await inTransaction(deps.db, undefined, async (tx) => {
    await queueRuns(deps, tx, await limitRuns(deps, tx, [run]))
  })
}

/**
 * Writes a run together with others that arrive at the same time. Returns false if the run needs
 * more than that, or if its month is full.
 */
async function acceptWithOthers(deps: AcceptDeps, run: AcceptableRun): Promise<boolean> {
  const { id, orgId, seeds, trigger } = run
  const text = JSON.stringify(seeds)
  if (currentRunId() !== undefined || findFileIds(text).length > 0) return false
  const { limits } = await deps.planOf(orgId)
  return deps.starts.accept({
    row: {
      id,
      org_id: orgId,
      lane: orgId,
      workflow_id: run.workflowId,
      owner_id: run.ownerId,
      queue: 'workflow-run',
      priority: 1,
      trigger,
      seeds,
      keeps_result: run.keepsResult ?? false,
      depth: trigger === 'event' ? 1 : 0,
      trace: currentContext()?.traceparent ?? null,
    },
    month: toMonth(deps.now()),
    limit: limits.runsPerMonth ?? null,
    events: [queuedEntry(id, run)],
    bytes: text.length,
  })
}
