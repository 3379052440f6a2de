import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import {
  CancelledError,
  type Pace,
  type RunOutcome,
  type RunPlan,
  readSnapshot,
} from '../engine/index.ts'
import type { Retry } from '../imports/run-services.ts'
import { announceCancelled } from '../runs/cancel-announcements.ts'
import { cancelRuns } from '../runs/cancel-run.ts'
import type { ClaimedRun } from './claim-runs.db.ts'
import {
  callsEnded,
  consumeSnapshot,
  dropSnapshot,
  failWaitingNodes,
  findDecidedNodes,
  snapshotTexts,
} from './snapshots.db.ts'

/** Holds a continued run's snapshot until the first call of a node that waits or has effects. */
export function holdSnapshot({ db }: Pick<Deps, 'db'>, run: ClaimedRun, workerId: () => string) {
  let held = run.continued
  return {
    held: (): boolean => held,
    async load(pace: Pace, retry: Retry): Promise<RunPlan['woken']> {
      if (!run.continued) return undefined
      const texts = await retry(() => snapshotTexts(db, run.id))
      const snapshot = await readSnapshot(texts, pace)
      const ended = await retry(() => callsEnded(db, run.id))
      const decided = await retry(() => findDecidedNodes(db, run.id))
      return { snapshot, wake: { at: run.claimedAt, callsEnded: ended, decided } }
    },
    /**
     * Deletes the snapshot before an effect. Throws `CancelledError` if the run has ended or
     * belongs to another worker.
     */
    async consume(retry: Retry): Promise<void> {
      if (!held) return
      const going = await retry(() =>
        inTransaction(db, undefined, (tx) => consumeSnapshot(tx, run.id, workerId())),
      )
      held = false
      if (!going) throw new CancelledError('The run has ended, or another server has taken it over')
    },
  }
}

/**
 * Deletes the snapshot when a parked run has ended. If the run did not complete, also fails its
 * waiting nodes and cancels the runs it called.
 */
export async function endContinued(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  { id, orgId }: ClaimedRun,
  { status, error }: RunOutcome,
): Promise<void> {
  const stopped = await inTransaction(db, undefined, async (tx) => {
    await dropSnapshot(tx, id)
    if (status === 'completed') return []
    await failWaitingNodes(tx, id, error ?? status)
    return orgId === null ? [] : cancelRuns(tx, orgId, { parent_run_id: id })
  })
  announceCancelled(bus, stopped)
}

export type HeldSnapshot = ReturnType<typeof holdSnapshot>
