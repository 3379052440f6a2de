import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { createCardOnce, type VersionedCard } from '../tasks/create-card.ts'
import { findCardId, getCard } from '../tasks/read-cards.ts'
import { canonicalUrl } from './canonical-url.ts'

/**
 * A link card for a page, once per owner and canonical URL. It starts as `enriching`: the runner hears of it by
 * `link.captured` and settles it.
 */
export async function captureLink(
  deps: Deps,
  ctx: Ctx,
  url: string,
): Promise<VersionedCard & { created: boolean }> {
  const canonical = canonicalUrl(url)
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
          status: 'enriching',
          fields: { url, canonicalUrl: canonical },
        },
        { canonicalUrl: canonical },
      )
      if (created !== undefined) return { ...created, created: true }
    }
    throw new Error('A link card appears and disappears')
  })
}
