import type { InternalChain } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { ifAvailable } from '@atrium/messaging'
import { failCard } from '../card-actions/fail-card.ts'
import { availableChains } from '../cards/available-chains.ts'
import { changedCard } from '../cards/changed-card.ts'
import { getLockedCard, writeChange } from '../cards/stored-cards.ts'
import { boardAuthor, type Deps } from '../deps.ts'
import { type EnrichedKind, findEnriching } from './links.db.ts'

/** No chain takes longer than this. If a card still waits, it was forgotten. */
const patienceMs = 3_600_000
const atOnce = 200

const enrichmentChains: Readonly<Record<EnrichedKind, InternalChain>> = {
  link: 'link-enrichment',
  contact: 'contact-enrichment',
}

/** Moves cards without a chain back to `todo`. Fails cards if their chain never reported back. */
export async function sweepEnrichment(deps: Deps): Promise<number> {
  const chains = await ifAvailable(availableChains(deps))
  if (chains === undefined) return 0
  let seen = 0
  for (const kind of ['link', 'contact'] as const) {
    const possible = chains.has(enrichmentChains[kind])
    const before = new Date(deps.now().getTime() - (possible ? patienceMs : 0))
    const cards = await findEnriching(deps.db, kind, before, atOnce)
    seen += cards.length
    for (const { orgId, taskId } of cards) {
      const settled = possible
        ? failCard(deps, {
            orgId,
            taskId,
            reason: 'Nothing responded within an hour. Try again.',
            options: { only: 'enriching' },
          })
        : putBack(deps, orgId, taskId)
      await settled.catch((error: unknown) =>
        deps.logger.warn({ err: error, task: taskId }, 'enrichment settled meanwhile'),
      )
    }
  }
  return seen
}

async function putBack(deps: Deps, orgId: string, taskId: string): Promise<void> {
  await inTransaction(deps.db, undefined, async (tx) => {
    const stored = await getLockedCard(tx, orgId, taskId)
    if (stored.card.status !== 'enriching') return
    await writeChange(deps, tx, {
      before: stored,
      change: changedCard(stored, { status: 'todo' }, deps.now()),
      recorder: {
        by: boardAuthor,
      },
    })
  })
}
