import { catalogueAtMost, type PublicCatalogue } from '@atrium/contracts'
import { shortenText } from '@atrium/site-page/public'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { findOrg } from '../identity/orgs.ts'
import { pageUrl } from '../identity/page-url.ts'
import { listPublicOffers } from '../offers/read-public-offers.ts'
import { listPublic } from '../tickets/happenings/read-happenings.ts'
import { describePeriod } from './event-page.ts'
import { readOwner } from './page-owner.ts'
import { describePrice } from './product-page.ts'

/** Returns an org's published products and coming events for its sites. Throws `not_found`. */
export async function readCatalogue(
  deps: Deps,
  orgId: string,
): Promise<z.infer<typeof PublicCatalogue.output>> {
  const { slug: orgSlug } = await findOrg(deps, 'orgId', orgId)
  const first = { limit: catalogueAtMost, offset: 0 }
  const [owner, offers, events] = await Promise.all([
    readOwner(deps, orgSlug),
    listPublicOffers(deps, orgSlug, first),
    listPublic(deps, orgSlug, first),
  ])
  return {
    products: offers.items.map((offer) => ({
      name: offer.name,
      description: shortenText(offer.description),
      price: describePrice(owner, offer),
      url: pageUrl(deps, 'products', { orgSlug, slug: offer.slug }),
    })),
    events: events.items
      .filter(({ open }) => open)
      .map((happening) => ({
        title: happening.title,
        when: describePeriod(owner, happening),
        place: happening.place,
        description: shortenText(happening.description),
        url: pageUrl(deps, 'events', { orgSlug, slug: happening.slug }),
      })),
  }
}
