import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { availableChains } from '../cards/available-chains.ts'
import { createCardOnce, type VersionedCard } from '../cards/create-card.ts'
import { findCardId, getCard } from '../cards/read-cards.ts'
import type { Ctx, Deps } from '../deps.ts'
import { canonicalUrl } from './canonical-url.ts'

// A runner that is away enriches nothing either; once it is back it finds the card by its event all the same.
const canEnrich = (deps: Deps): Promise<boolean> =>
  availableChains(deps).then(
    (chains) => chains.has('link-enrichment'),
    (error: unknown) => {
      if (error instanceof AppError && error.kind === 'unavailable') return false
      throw error
    },
  )

/**
 * A link card for a page, once per owner and canonical URL. It starts as `enriching` where a chain can settle it: the
 * runner hears of it by `link.captured`.
 */
export async function captureLink(
  deps: Deps,
  ctx: Ctx,
  url: string,
): Promise<VersionedCard & { created: boolean }> {
  const canonical = canonicalUrl(url)
  const status = (await canEnrich(deps)) ? 'enriching' : 'todo'
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const known = { ownerId: ctx.userId, canonicalUrl: canonical }
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const id = await findCardId(tx, ctx.orgId, known)
      if (id !== undefined) return { ...(await getCard(deps, { ...ctx, tx }, id)), created: false }
      const created = await createCardOnce(
        deps,
        { ...ctx, tx },
        {
          kind: 'link',
          title: new URL(url).host.replace(/^www\./, ''),
          status,
          fields: { url, canonicalUrl: canonical },
        },
        { canonicalUrl: canonical },
      )
      if (created !== undefined) return { ...created, created: true }
    }
    throw new Error('A link card appears and disappears')
  })
}
