import type Stripe from 'stripe'
import type { OfferMirror } from '../processor.ts'
import { callStripe } from './call-stripe.ts'
import { Identified } from './shapes.ts'

/**
 * A product with the offer's words, and a price of its terms. Prices are immutable at the provider: a new one is
 * made, then the previous one archived. Keys derive from the terms' version, so that a repetition doubles nothing.
 */
export async function mirrorStripeOffer(
  stripe: Stripe,
  accountId: string,
  mirror: OfferMirror,
): Promise<{ productId: string; priceId: string }> {
  const key = `offer:${mirror.offerId}:${accountId}:${mirror.termsVersion}`
  const on = (step: string): Stripe.RequestOptions => ({
    stripeAccount: accountId,
    idempotencyKey: `${key}:${step}`,
  })
  const productId = await ensureProduct(stripe, mirror, on)
  const price = await callStripe(Identified, () =>
    stripe.prices.create(
      {
        product: productId,
        unit_amount: mirror.priceCents,
        currency: mirror.currency.toLowerCase(),
        metadata: { offer_id: mirror.offerId },
        ...(mirror.interval === null ? {} : { recurring: { interval: mirror.interval } }),
      },
      on('price'),
    ),
  )
  if (mirror.previousPriceId !== null && mirror.previousPriceId !== price.id) {
    const previous = mirror.previousPriceId
    await callStripe(Identified, () => stripe.prices.update(previous, { active: false }, on('archive')))
  }
  return { productId, priceId: price.id }
}

async function ensureProduct(
  stripe: Stripe,
  mirror: OfferMirror,
  on: (step: string) => Stripe.RequestOptions,
): Promise<string> {
  const { productId, name, description } = mirror
  if (productId !== null) {
    const params = { name, description, active: true }
    const updated = await callStripe(Identified, () =>
      stripe.products.update(productId, params, on('product')),
    )
    return updated.id
  }
  const created = await callStripe(Identified, () =>
    stripe.products.create(
      {
        name,
        ...(description === '' ? {} : { description }),
        metadata: { offer_id: mirror.offerId },
      },
      on('product'),
    ),
  )
  return created.id
}
