import { commonErrors, type OrgPrincipal } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { sellerOrg } from '../entitlements/seller-org.ts'
import { insertOfferOf } from '../offers/change-offers.ts'
import { type OfferRow, offerErrors } from '../offers/offer.ts'
import { openCheckout } from '../offers/open-checkout.ts'
import { findActiveOffer } from '../offers/read-offers.ts'
import { requireProcessor } from '../payments/require-processor.ts'
import { priceOfTopupSlug } from './credit-rules.ts'

/**
 * Begins buying credits from the operator. Throws `not_configured` (400) while no top-ups are listed, the seller
 * account is unset or there is no processor; `not_found` for a slug that is not listed, `offer_invalid` (422) for an
 * offer that would be paid and mint nothing, or the wrong number.
 */
export async function checkoutCredits(
  deps: Deps,
  ctx: { principal: OrgPrincipal },
  offerSlug: string,
  key: string | undefined,
): Promise<{ url: string }> {
  const slugs = deps.config.CREDIT_TOPUP_OFFER_SLUGS
  if (slugs.length === 0) throw commonErrors.not_configured({ message: 'Top-ups are not configured' })
  requireProcessor(deps)
  const orgId = await sellerOrg(deps)
  if (!slugs.includes(offerSlug)) throw offerErrors.not_found()
  const offer = await topupOffer(deps, orgId, offerSlug)
  if (offer.billing_model !== 'one_off' || offer.currency !== 'EUR') {
    throw offerErrors.offer_invalid({ message: 'A top-up has to be a one-off offer in euros' })
  }
  const { url } = await openCheckout(deps, offer, {
    email: null,
    key,
    principal: ctx.principal,
    returnPath: '/credits',
    metadata: { purpose: 'credits', user_id: ctx.principal.userId, org_id: ctx.principal.orgId },
  })
  return { url }
}

/** The seller's offer with this slug; a slug that names its price is seeded on first use. */
async function topupOffer(deps: Deps, orgId: string, slug: string): Promise<OfferRow> {
  const offer = await findActiveOffer(deps.db, orgId, slug)
  if (offer !== undefined) return offer
  const priceCents = priceOfTopupSlug(slug)
  if (priceCents === undefined) throw offerErrors.not_found()
  const insert = (inner: Transaction) =>
    insertOfferOf(deps, inner, orgId, {
      name: `${(priceCents * 10).toLocaleString('en')} credits`,
      description: '',
      priceCents,
      currency: 'EUR',
      billingModel: 'one_off',
      interval: null,
      slug,
    })
  return inTransaction(deps.db, undefined, insert)
}
