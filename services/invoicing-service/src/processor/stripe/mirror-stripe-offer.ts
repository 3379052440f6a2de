import type Stripe from 'stripe'
import type { z } from 'zod'
import type { OfferMirror } from '../processor.ts'
import { toProviderAmount } from '../provider-amount.ts'
import { callStripeAnew } from './call-stripe.ts'
import { Identified } from './shapes.ts'

/** Mirrors an offer as a product and a new price, and archives the previous price. Keys derive from the terms' version. */
export async function mirrorStripeOffer(stripe: Stripe, accountId: string, mirror: OfferMirror) {
  const key = `offer:${mirror.offerId}:${accountId}:${mirror.termsVersion}`
  const call: Step = (step, run) =>
    callStripeAnew(Identified, `${key}:${step}`, (idempotencyKey) =>
      run({ stripeAccount: accountId, idempotencyKey }),
    )
  const productId = await ensureProduct(stripe, mirror, call)
  const price = await call('price', (on) =>
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
  if (mirror.previousPriceId !== null && mirror.previousPriceId !== price.id) {
    const previous = mirror.previousPriceId
    await call('archive', (on) => stripe.prices.update(previous, { active: false }, on))
  }
  return { productId, priceId: price.id }
}

type Step = (
  step: string,
  run: (on: Stripe.RequestOptions) => Promise<unknown>,
) => Promise<z.output<typeof Identified>>

async function ensureProduct(stripe: Stripe, mirror: OfferMirror, call: Step): Promise<string> {
  const { productId, name, description } = mirror
  if (productId !== null) {
    const params = { name, description, active: true }
    const updated = await call('product', (on) => stripe.products.update(productId, params, on))
    return updated.id
  }
  const created = await call('product', (on) =>
    stripe.products.create(
      {
        name,
        ...(description === '' ? {} : { description }),
        metadata: { offer_id: mirror.offerId },
      },
      on,
    ),
  )
  return created.id
}
