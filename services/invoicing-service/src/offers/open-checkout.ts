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
  /** Defaults to one. */
  quantity?: number
  /** The caller's idempotency key. Without one, each call opens a session. */
  key: string | undefined
  /** The buyer. The same key from another user opens another session. */
  principal: Principal | null
  /** Where the buyer returns to: a full URL, or a path on the dashboard. */
  returnTo?: string
  /** Where the buyer returns to after cancelling. Defaults to `returnTo`. */
  cancelTo?: string
  metadata?: Readonly<Record<string, string>>
  /** When an uncompleted session expires. Defaults to the processor's setting. */
  expiresAt?: Date
}

/**
 * Opens a checkout session for an offer: a subscription if the offer is recurring, else a single
 * payment. Throws `not_configured` (400), `offer_not_priced` (422), `charges_not_enabled`,
 * `account_mismatch` (409), `unavailable`, `processor_refused`.
 */
export async function openCheckout(deps: Deps, offer: OfferRow, options: CheckoutOptions) {
  const processor = requireProcessor(deps)
  if (offer.billing_model === 'custom_quote' || offer.price_cents === null) {
    throw offerErrors.offer_not_priced()
  }
  const accountId = await chargingAccount(deps, processor, offer.org_id)
  if (offer.payments_price_id !== null && offer.payments_account_id !== accountId) {
    throw processorErrors.account_mismatch({
      message:
        'This product’s price was saved for another payment account. Save the product again.',
    })
  }
  const mirrored = await mirrorOfferOrThrow(deps, offer)
  if (mirrored.payments_price_id === null) throw processorErrors.unavailable()
  const returnTo = options.returnTo ?? '/checkout'
  const request = {
    mode: offer.billing_model === 'recurring' ? ('subscription' as const) : ('payment' as const),
    priceId: mirrored.payments_price_id,
    quantity: options.quantity ?? 1,
    email: options.email,
    successUrl: returnUrl(deps, returnTo, 'paid'),
    cancelUrl: returnUrl(deps, options.cancelTo ?? returnTo, 'cancelled'),
    metadata: { ...options.metadata, offer_id: offer.id, offer_slug: offer.slug },
    expiresAt: options.expiresAt ?? null,
  }
  const key = `checkout:${offer.id}:${sessionKey(options, request)}`
  return { accountId, ...(await processor.checkout(accountId, { key, ...request })) }
}

function returnUrl({ config }: Pick<Deps, 'config'>, to: string, result: string): string {
  const url = to.startsWith('/') ? `${config.DASHBOARD_URL}${to}` : to
  return `${url}${url.includes('?') ? '&' : '?'}result=${result}`
}

/**
 * Returns a key of fixed length, because the processor accepts 255 characters and binds each key to
 * one request.
 */
function sessionKey({ key, principal }: CheckoutOptions, request: object): string {
  const whose = [key ?? randomUUID(), principal?.userId ?? null, principal?.orgId ?? null]
  return createHash('sha256')
    .update(JSON.stringify([whose, request]))
    .digest('hex')
    .slice(0, 40)
}
