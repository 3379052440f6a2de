import { type Principal, requireOrg } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { openPlanCheckout } from '../entitlements/plan-checkout.ts'
import { findSellerOrg } from '../entitlements/seller-org.ts'
import { requireProcessor } from '../payments/require-processor.ts'
import { offerErrors } from './offer.ts'
import { findActiveOffer } from './offers.db.ts'
import { type CheckoutOptions, openCheckout } from './open-checkout.ts'
import { orgOfSlug } from './org-of-slug.ts'

/**
 * Begins buying a public offer. An offer whose purchase grants access needs a signed-in buyer; credits, which belong
 * to a person, are not sold here. Throws `not_configured` (400), `not_found`, `offer_not_priced` (422),
 * `requires_account`, `charges_not_enabled`, `account_mismatch` (409), and for a plan what `openPlanCheckout` throws.
 */
export async function checkoutOffer(
  deps: Deps,
  ctx: { principal: Principal | null },
  path: { orgSlug: string; slug: string },
  options: Omit<CheckoutOptions, 'principal'>,
): Promise<{ url: string }> {
  requireProcessor(deps)
  const { orgId } = await orgOfSlug(deps, path.orgSlug)
  const offer = await findActiveOffer(deps.db, orgId, path.slug)
  if (offer === undefined) throw offerErrors.not_found()
  const { CREDIT_TOPUP_OFFER_SLUGS: topups, ENTITLEMENT_OFFER_SLUGS: plans } = deps.config
  const isSeller = orgId === (await findSellerOrg(deps))
  if (isSeller && topups.includes(offer.slug)) throw offerErrors.requires_account()
  if (!plans.includes(offer.slug)) {
    const { url } = await openCheckout(deps, offer, { ...options, principal: ctx.principal })
    return { url }
  }
  const principal = requireOrg(ctx.principal)
  const metadata = { purpose: 'entitlement', org_id: principal.orgId, user_id: principal.userId }
  const bought = { ...options, principal, metadata: { ...options.metadata, ...metadata } }
  const { url } = await (isSeller ? openPlanCheckout : openCheckout)(deps, offer, bought)
  return { url }
}
