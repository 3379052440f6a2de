import { canonicalUrl } from '@atrium/contracts'
import { ifAvailable } from '@atrium/messaging'
import { findOrCreateCard } from '../card-actions/create-card.ts'
import { availableChains } from '../cards/available-chains.ts'
import type { Ctx, Deps } from '../deps.ts'

// An absent runner enriches nothing either; once it is back it finds the card by its event all the same.
const canEnrich = async (deps: Deps): Promise<boolean> =>
  (await ifAvailable(availableChains(deps)))?.has('link-enrichment') ?? false

/** A link card, once per owner and canonical URL; the runner starts the chain of an `enriching` one. */
export async function captureLink(deps: Deps, ctx: Ctx, url: string) {
  const known = { ownerId: ctx.principal.userId, canonicalUrl: canonicalUrl(url) }
  return findOrCreateCard(deps, ctx, known, {
    kind: 'link',
    title: new URL(url).host.replace(/^www\./, ''),
    status: (await canEnrich(deps)) ? 'enriching' : 'todo',
    fields: { url, canonicalUrl: known.canonicalUrl },
  })
}
