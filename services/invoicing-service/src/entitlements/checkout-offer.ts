import { offerErrors, type Principal, requireOrg } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { findOrgId } from '../offers/find-org-id.ts'
import { getActiveOffer } from '../offers/get-offer.ts'
import { type CheckoutOptions, openCheckout } from '../offers/open-checkout.ts'
import { findSellerOrg } from '../processor/accounts.ts'
import { requireProcessor } from '../processor/processor.ts'
import { openPlanCheckout } from './plan-checkout.ts'

/**
 * Begins buying a public offer. An offer that grants access needs a signed-in buyer; credits, which belong to a person,
 * are not sold here. Throws `not_found`, `unauthenticated`, `requires_account` (409), and the errors of `openCheckout`
 * and, for a plan, of `openPlanCheckout`.
 */
export async function checkoutOffer(
  deps: Deps,
  { principal: buyer }: Ctx<Principal | null>,
  path: { orgSlug: string; slug: string },
  options: Pick<CheckoutOptions, 'email' | 'key'>,
): Promise<{ url: string }> {
  requireProcessor(deps)
  const orgId = await findOrgId(deps, 'slug', path.orgSlug)
  const offer = await getActiveOffer(deps.db, orgId, path.slug)
  const { CREDIT_TOPUP_OFFER_SLUGS: topups, ENTITLEMENT_OFFER_SLUGS: plans } = deps.config
  const isSeller = orgId === (await findSellerOrg(deps))
  if (isSeller && topups.includes(offer.slug)) throw offerErrors.requires_account()
  if (!plans.includes(offer.slug)) {
    const { url } = await openCheckout(deps, offer, { ...options, principal: buyer })
    return { url }
  }
  const principal = requireOrg(buyer)
  const metadata = { purpose: 'entitlement', org_id: principal.orgId, user_id: principal.userId }
  const open = isSeller ? openPlanCheckout : openCheckout
  const { url } = await open(deps, offer, { ...options, principal, metadata })
  return { url }
}
