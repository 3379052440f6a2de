import type { Deps } from '../deps.ts'
import { failCard } from '../tasks/fail-card.ts'
import { findStuckEnrichments } from './links.db.ts'

/** Nothing enriches for longer than this; a card that still waits was forgotten. */
const patienceMs = 3_600_000

/** Files cards as failed whose enrichment never came back, with that as the reason. Returns how many. */
export async function sweepEnrichment(deps: Deps): Promise<number> {
  const before = new Date(deps.clock().getTime() - patienceMs)
  const stuck = await findStuckEnrichments(deps.db, before, 100)
  for (const { orgId, taskId } of stuck) {
    await failCard(deps, orgId, taskId, 'Nothing answered within an hour', { only: 'enriching' }).catch(
      (error: unknown) => deps.logger.warn({ err: error, task: taskId }, 'enrichment settled meanwhile'),
    )
  }
  return stuck.length
}
