import { offerErrors, type Principal, requireOrg } from '@atrium/contracts'
import { listTopups } from '../credits/top-ups.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findOrg } from '../identity/orgs.ts'
import { getActiveOffer } from '../offers/get-offer.ts'
import { type CheckoutOptions, openCheckout } from '../offers/open-checkout.ts'
import { findSellerOrg } from '../processor/accounts.ts'
import { requireProcessor } from '../processor/processor.ts'
import { openPlanCheckout } from './plan-checkout.ts'

/** An offer that grants access needs a signed-in buyer; credits, which belong to a person, are not sold here. */
export async function checkoutOffer(
  deps: Deps,
  { principal: buyer }: Ctx<Principal | null>,
  path: { orgSlug: string; slug: string },
  options: Pick<CheckoutOptions, 'email' | 'key'>,
): Promise<{ url: string }> {
  requireProcessor(deps)
  const { orgId } = await findOrg(deps, 'slug', path.orgSlug)
  const plans = deps.config.ENTITLEMENT_OFFER_SLUGS
  const isSeller = orgId === (await findSellerOrg(deps))
  // A top-up is on sale before its first buyer, whose purchase adds it to the catalog.
  const isTopup = isSeller && (await listTopups(deps)).some(({ slug }) => slug === path.slug)
  if (isTopup) throw offerErrors.requires_account()
  const offer = await getActiveOffer(deps.db, orgId, path.slug)
  const cancelPath = `/offer/${path.orgSlug}/${path.slug}`
  if (!plans.includes(offer.slug)) {
    const { url } = await openCheckout(deps, offer, { ...options, principal: buyer, cancelPath })
    return { url }
  }
  const principal = requireOrg(buyer)
  const metadata = { purpose: 'entitlement', org_id: principal.orgId, user_id: principal.userId }
  const open = isSeller ? openPlanCheckout : openCheckout
  const { url } = await open(deps, offer, { ...options, principal, metadata, cancelPath })
  return { url }
}
