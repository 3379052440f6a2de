import type { SoldOffer } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { findOrg } from './find-org-id.ts'
import { getActiveOffer } from './get-offer.ts'
import { logoOf } from './logo-of.ts'
import { toPublicOffer } from './offer.ts'

/**
 * An active offer with the name and the logo of its seller. `accountSlugs` answers the offers of an org that only a
 * signed-in person can buy. Throws `not_found`, and `unavailable` without identity.
 */
export async function getSoldOffer(
  deps: Deps,
  { orgSlug, slug }: { orgSlug: string; slug: string },
  accountSlugs: (orgId: string) => Promise<readonly string[]>,
): Promise<SoldOffer> {
  const { orgId, name } = await findOrg(deps, 'slug', orgSlug)
  const [offer, slugs, logoUrl] = await Promise.all([
    getActiveOffer(deps.db, orgId, slug),
    accountSlugs(orgId),
    logoOf(deps, orgId),
  ])
  return { ...toPublicOffer(offer, slugs), seller: { name, logoUrl } }
}
