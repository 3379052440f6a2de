import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import type { RunOutcome } from '../engine/index.ts'
import type { ClaimedRun } from './claim-runs.db.ts'
import { saveKept } from './snapshots.db.ts'

const mostCharacters = 1024 * 1024

/**
 * Stores the items from which a failed run can continue. If this fails, the run's outcome stays as
 * it is.
 */
export async function keepItems(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  { id: runId, orgId, workflowId }: ClaimedRun,
  { status, parts }: RunOutcome,
): Promise<void> {
  if (status !== 'failed' || parts === undefined || orgId === null) return
  // A card restarts its one-off chain from the beginning.
  if (workflowId.startsWith('internal:')) return
  try {
    const texts = await parts(mostCharacters)
    await inTransaction(db, undefined, (tx) => saveKept(tx, { runId, orgId, parts: texts }))
  } catch (error) {
    logger.debug({ err: error, runId }, 'the items of a failed run are not kept')
  }
}
