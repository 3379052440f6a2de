import { inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { announceCancelled } from '../../runs/cancel-announcements.ts'
import { cancelRuns } from '../../runs/cancel-run.ts'
import { callersThatEnded } from './called-runs.db.ts'

/**
 * Cancels called runs whose caller has ended. Usually the caller's worker does this, unless it
 * crashes first. Returns their number.
 */
export async function endCalledRuns({ db, bus }: Pick<Deps, 'db' | 'bus'>): Promise<number> {
  let total = 0
  for (const { orgId, runId } of await callersThatEnded(db)) {
    const stopped = await inTransaction(db, undefined, (tx) =>
      cancelRuns(tx, orgId, { parent_run_id: runId }),
    )
    announceCancelled(bus, stopped)
    total += stopped.length
  }
  return total
}
