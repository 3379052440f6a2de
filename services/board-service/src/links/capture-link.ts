import { canonicalUrl } from '@atrium/contracts'
import { ifAvailable } from '@atrium/messaging'
import { findOrCreateCard } from '../card-actions/create-card.ts'
import { availableChains } from '../cards/available-chains.ts'
import type { Ctx, Deps } from '../deps.ts'

// Without a runner nothing is enriched. The runner finds the card by its event when it is back.
const canEnrich = async (deps: Deps): Promise<boolean> =>
  (await ifAvailable(availableChains(deps)))?.has('link-enrichment') ?? false

/**
 * Returns a URL's link card, and creates it once per owner and canonical URL. The runner starts an
 * `enriching` card's chain.
 */
export async function captureLink(deps: Deps, ctx: Ctx, url: string) {
  const linkKey = { ownerId: ctx.principal.userId, canonicalUrl: canonicalUrl(url) }
  return findOrCreateCard(deps, ctx, {
    by: linkKey,
    input: {
      kind: 'link',
      title: new URL(url).host.replace(/^www\./, ''),
      status: (await canEnrich(deps)) ? 'enriching' : 'todo',
      fields: { url, canonicalUrl: linkKey.canonicalUrl },
    },
  })
}
