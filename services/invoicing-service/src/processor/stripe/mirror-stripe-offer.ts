import type Stripe from 'stripe'
import type { OfferMirror } from '../processor.ts'
import { toProviderAmount } from '../provider-amount.ts'
import { callStripeAnew } from './call-stripe.ts'
import { Id } from './shapes.ts'

/**
 * Mirrors an offer as a product and a new price, and archives the previous price. Keys derive from
 * the terms version.
 */
export async function mirrorStripeOffer(stripe: Stripe, accountId: string, mirror: OfferMirror) {
  const key = `offer:${mirror.offerId}:${accountId}:${mirror.termsVersion}`
  const call: Step = (step, run) =>
    callStripeAnew(Id, `${key}:${step}`, (idempotencyKey) =>
      run({ stripeAccount: accountId, idempotencyKey }),
    )
  const productId = await ensureProduct(stripe, mirror, call)
  const priceId = await call('price', (on) =>
    stripe.prices.create(
      {
        product: productId,
        unit_amount: toProviderAmount(mirror.priceCents, mirror.currency),
        currency: mirror.currency.toLowerCase(),
        metadata: { offer_id: mirror.offerId },
        ...(mirror.interval === null ? {} : { recurring: { interval: mirror.interval } }),
      },
      on,
    ),
  )
  if (mirror.previousPriceId !== null && mirror.previousPriceId !== priceId) {
    const previous = mirror.previousPriceId
    await call('archive', (on) => stripe.prices.update(previous, { active: false }, on))
  }
  return { productId, priceId }
}

type Step = (step: string, run: (on: Stripe.RequestOptions) => Promise<unknown>) => Promise<string>

function ensureProduct(stripe: Stripe, mirror: OfferMirror, call: Step): Promise<string> {
  const { productId, name, description, offerId } = mirror
  if (productId !== null) {
    const params = { name, description, active: true }
    return call('product', (on) => stripe.products.update(productId, params, on))
  }
  const described = description === '' ? {} : { description }
  const params = { name, ...described, metadata: { offer_id: offerId } }
  return call('product', (on) => stripe.products.create(params, on))
}
