import type { PublicOffer, SoldOffer } from '@atrium/contracts'
import type { PageQuery } from '@atrium/database'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { findOrg, orgSettings } from '../identity/orgs.ts'
import { findSellerOrg } from '../processor/accounts.ts'
import { toPublicOffer } from './offer.ts'
import { getPublicOfferRow, listPublicOfferRows } from './offers.db.ts'

// Only the operator sells top-ups. In another org their slugs have no meaning.
async function listAccountSlugs(deps: Deps, orgId: string): Promise<readonly string[]> {
  const { CREDIT_TOPUP_OFFER_SLUGS: topups, ENTITLEMENT_OFFER_SLUGS: plans } = deps.config
  return topups.length > 0 && orgId === (await findSellerOrg(deps)) ? [...plans, ...topups] : plans
}

/** Returns a page of an org's published active offers by the org's slug. Throws `not_found`. */
export async function listPublicOffers(deps: Deps, orgSlug: string, query: PageQuery) {
  const { orgId } = await findOrg(deps, 'slug', orgSlug)
  const { rows, ...page } = await listPublicOfferRows(deps.db, orgId, query)
  const slugs = await listAccountSlugs(deps, orgId)
  return { items: rows.map((row): PublicOffer => toPublicOffer(row, slugs)), ...page }
}

/** Returns a published active offer with its seller. Throws `not_found`. */
export async function getSoldOffer(
  deps: Deps,
  { orgSlug, slug }: { orgSlug: string; slug: string },
): Promise<z.infer<typeof SoldOffer>> {
  const { orgId, name } = await findOrg(deps, 'slug', orgSlug)
  const [offer, slugs, { logoUrl }] = await Promise.all([
    getPublicOfferRow(deps.db, orgId, slug),
    listAccountSlugs(deps, orgId),
    orgSettings(deps, orgId),
  ])
  return { ...toPublicOffer(offer, slugs), seller: { name, logoUrl } }
}
