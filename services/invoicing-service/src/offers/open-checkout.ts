import { createHash, randomUUID } from 'node:crypto'
import type { Principal } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { chargingAccount } from '../payments/charging-account.ts'
import { type CheckoutSession, processorErrors } from '../payments/processor.ts'
import { requireProcessor } from '../payments/require-processor.ts'
import { mirrorOfferOrThrow } from './mirror-offer.ts'
import { type OfferRow, offerErrors } from './offer.ts'

export interface CheckoutOptions {
  email: string | null
  /** The caller's idempotency key; a fresh session each time without one. */
  key: string | undefined
  /** Who buys; the same key of another person is another session. */
  principal: Principal | null
  /** Where the buyer comes back to, relative to the dashboard. */
  returnPath?: string
  metadata?: Readonly<Record<string, string>>
  /** When the session ends unless it is completed; the processor's own time when absent. */
  expiresAt?: Date
}

/** Opens a session for an offer at hand: a subscription for a recurring one, else one payment. */
export async function openCheckout(
  deps: Deps,
  offer: OfferRow,
  options: CheckoutOptions,
): Promise<CheckoutSession & { accountId: string }> {
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
  if (mirrored.payments_price_id === null) throw processorErrors.unavailable()
  const base = deps.config.DASHBOARD_URL
  const path = options.returnPath ?? '/checkout'
  const request = {
    mode: offer.billing_model === 'recurring' ? ('subscription' as const) : ('payment' as const),
    priceId: mirrored.payments_price_id,
    email: options.email,
    successUrl: `${base}${path}?result=paid`,
    cancelUrl: `${base}${path}?result=cancelled`,
    metadata: { ...options.metadata, offer_id: offer.id, offer_slug: offer.slug },
    expiresAt: options.expiresAt ?? null,
  }
  const key = `checkout:${offer.id}:${sessionKey(options, request)}`
  return { accountId, ...(await processor.checkout(accountId, { key, ...request })) }
}

/** Of fixed length, whatever the caller's key: the processor takes 255 characters, and one request for each. */
function sessionKey({ key, principal }: CheckoutOptions, request: object): string {
  const whose = [key ?? randomUUID(), principal?.userId ?? null, principal?.orgId ?? null]
  return createHash('sha256')
    .update(JSON.stringify([whose, request]))
    .digest('hex')
    .slice(0, 40)
}
