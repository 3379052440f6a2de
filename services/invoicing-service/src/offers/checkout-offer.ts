import { randomUUID } from 'node:crypto'
import { type Principal, requireOrg } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { chargingAccount } from '../payments/charging-account.ts'
import { processorErrors } from '../payments/processor.ts'
import { requireProcessor } from '../payments/require-processor.ts'
import { mirrorOfferOrThrow } from './mirror-offer.ts'
import { type OfferRow, offerErrors } from './offer.ts'
import { findActiveOffer } from './offers.db.ts'
import { orgOfSlug } from './org-of-slug.ts'

export interface CheckoutOptions {
  email: string | null
  /** The caller's idempotency key; a fresh session each time without one. */
  key: string | undefined
  /** Where the buyer comes back to, relative to the dashboard. */
  returnPath?: string
  metadata?: Readonly<Record<string, string>>
}

/**
 * Begins buying a public offer. An offer whose purchase grants access needs a signed-in buyer. Throws
 * `not_configured` (400), `not_found`, `offer_not_priced` (422), `charges_not_enabled`, `account_mismatch` (409).
 */
export async function checkoutOffer(
  deps: Deps,
  ctx: { principal: Principal | null },
  path: { orgSlug: string; slug: string },
  options: CheckoutOptions,
): Promise<{ url: string }> {
  requireProcessor(deps)
  const { orgId } = await orgOfSlug(deps, path.orgSlug)
  const offer = await findActiveOffer(deps.db, orgId, path.slug)
  if (offer === undefined) throw offerErrors.not_found()
  const grants = deps.config.ENTITLEMENT_OFFER_SLUGS.includes(offer.slug)
  const buyer = grants ? requireOrg(ctx.principal) : null
  const metadata =
    buyer === null ? {} : { purpose: 'entitlement', org_id: buyer.orgId, user_id: buyer.userId }
  return openCheckout(deps, offer, { ...options, metadata: { ...options.metadata, ...metadata } })
}

/** Opens a session for an offer at hand: a subscription for a recurring one, else one payment. */
export async function openCheckout(
  deps: Deps,
  offer: OfferRow,
  options: CheckoutOptions,
): Promise<{ url: string }> {
  const processor = requireProcessor(deps)
  if (offer.billing_model === 'custom_quote' || offer.price_cents === null) {
    throw offerErrors.offer_not_priced()
  }
  const accountId = await chargingAccount(deps, processor, offer.org_id)
  if (offer.payments_price_id !== null && offer.payments_account_id !== accountId) {
    throw processorErrors.account_mismatch({
      message: 'The price of this offer exists on another payments account; save the offer again',
    })
  }
  const mirrored = await mirrorOfferOrThrow(deps, deps.db, offer)
  if (mirrored.payments_price_id === null) throw processorErrors.processor_unavailable()
  const base = deps.config.DASHBOARD_URL
  const path = options.returnPath ?? '/checkout'
  const url = await processor.checkout(accountId, {
    key: `checkout:${offer.id}:${options.key ?? randomUUID()}`,
    mode: offer.billing_model === 'recurring' ? 'subscription' : 'payment',
    priceId: mirrored.payments_price_id,
    email: options.email,
    successUrl: `${base}${path}?result=paid`,
    cancelUrl: `${base}${path}?result=cancelled`,
    metadata: { ...options.metadata, offer_id: offer.id, offer_slug: offer.slug },
  })
  return { url }
}
