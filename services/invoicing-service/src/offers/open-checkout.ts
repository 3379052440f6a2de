import { createHash, randomUUID } from 'node:crypto'
import type { Principal } from '@atrium/contracts'
import { offerErrors, processorErrors } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { chargingAccount } from '../processor/accounts.ts'
import { requireProcessor } from '../processor/processor.ts'
import { mirrorOfferOrThrow } from './mirror-offer.ts'
import type { OfferRow } from './offer.ts'

export interface CheckoutOptions {
  email: string | null
  /** The number of units; one by default. */
  quantity?: number
  /** The idempotency key of the caller; each call opens a session without one. */
  key: string | undefined
  /** The buyer; the same key of another person opens another session. */
  principal: Principal | null
  /** The address to which the buyer returns, relative to the dashboard. */
  returnPath?: string
  /** The address to which a buyer who cancels returns, relative to the dashboard; `returnPath` by default. */
  cancelPath?: string
  metadata?: Readonly<Record<string, string>>
  /** When an uncompleted session ends; the processor's default when absent. */
  expiresAt?: Date
}

/**
 * Opens a session for an offer: a subscription for a recurring one, else one payment. Throws `not_configured` (400),
 * `offer_not_priced` (422), `charges_not_enabled`, `account_mismatch` (409), `unavailable`, `processor_refused`.
 */
export async function openCheckout(deps: Deps, offer: OfferRow, options: CheckoutOptions) {
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
  const mirrored = await mirrorOfferOrThrow(deps, offer)
  if (mirrored.payments_price_id === null) throw processorErrors.unavailable()
  const base = deps.config.DASHBOARD_URL
  const path = options.returnPath ?? '/checkout'
  const request = {
    mode: offer.billing_model === 'recurring' ? ('subscription' as const) : ('payment' as const),
    priceId: mirrored.payments_price_id,
    quantity: options.quantity ?? 1,
    email: options.email,
    successUrl: `${base}${path}?result=paid`,
    cancelUrl: `${base}${options.cancelPath ?? path}?result=cancelled`,
    metadata: { ...options.metadata, offer_id: offer.id, offer_slug: offer.slug },
    expiresAt: options.expiresAt ?? null,
  }
  const key = `checkout:${offer.id}:${sessionKey(options, request)}`
  return { accountId, ...(await processor.checkout(accountId, { key, ...request })) }
}

/** Of fixed length for every key of a caller: the processor takes 255 characters, and one request for each. */
function sessionKey({ key, principal }: CheckoutOptions, request: object): string {
  const whose = [key ?? randomUUID(), principal?.userId ?? null, principal?.orgId ?? null]
  return createHash('sha256')
    .update(JSON.stringify([whose, request]))
    .digest('hex')
    .slice(0, 40)
}
