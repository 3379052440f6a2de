import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { CancelledError, NodeError, type ParkedRun } from '../engine/index.ts'
import { queueRuns } from '../runs/queue-runs.ts'
import { type ClaimedRun, shownTrigger } from './claim-runs.db.ts'
import { countCalled, countParked, findOwners, saveParked } from './snapshots.db.ts'

/** The limit of parked runs per organisation; docs/reference/workflows.md, "Runs". */
const mostParked = 10_000
/** The limit of called runs below one root run. */
const mostCalled = 1_000

/**
 * Throws `NodeError` if there is too much data or there are too many runs, and `CancelledError` if
 * another worker owns the run.
 */
export async function parkRun(
  { db, now, newId }: Pick<Deps, 'db' | 'now' | 'newId'>,
  workerId: string,
  run: ClaimedRun,
  parked: ParkedRun,
): Promise<void> {
  const { id: runId, orgId } = run
  const { wakeAt, awaitsCalls, calls } = parked
  const parts = await parked.parts()
  await inTransaction(db, undefined, async (tx) => {
    if (orgId !== null && (await countParked(tx, orgId, mostParked)) >= mostParked) {
      throw new NodeError(
        `Your organisation has ${mostParked} waiting runs, which is the limit. Cancel some first.`,
      )
    }
    const rootId = run.rootRunId ?? runId
    const begun =
      calls.length === 0 || orgId === null ? 0 : await countCalled(tx, orgId, rootId, mostCalled)
    if (begun + calls.length > mostCalled) {
      throw new NodeError(
        `One run can start at most ${mostCalled} other runs, including those started by called workflows`,
      )
    }
    const going = await saveParked(tx, { runId, orgId, workerId, parts, wakeAt, awaitsCalls })
    if (!going) throw new CancelledError('The run has ended, or another server has taken it over')
    if (calls.length === 0 || orgId === null) return
    const workflowIds = [...new Set(calls.map(({ workflowId }) => workflowId))]
    const owners = await findOwners(tx, orgId, workflowIds)
    await queueRuns(
      { now, newId },
      tx,
      calls.map(({ workflowId, items, nodeId, place }) => {
        const ownerId = owners.get(workflowId)
        if (ownerId === undefined) throw new NodeError(`The workflow ${workflowId} does not exist`)
        return {
          workflowId,
          orgId,
          ownerId,
          queue: run.queue,
          trigger: 'event' as const,
          seeds: { nodes: null, type: 'trigger.manual', items: [...items] },
          called: {
            rootId,
            rootTrigger: shownTrigger(run),
            runId,
            nodeId,
            place,
            depth: run.callDepth + 1,
          },
        }
      }),
    )
  })
}
