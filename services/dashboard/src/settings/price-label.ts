import type { PublicOffer } from '@atrium/contracts'
import { amountLabel } from '../money/amount.ts'

/** The price of an offer: "10.00 EUR", "29.00 EUR a month". */
export function priceLabel({
  priceCents,
  currency,
  interval,
}: Pick<PublicOffer, 'priceCents' | 'currency' | 'interval'>): string {
  if (priceCents === null) return 'On request'
  const price = amountLabel(priceCents, currency)
  return interval === null ? price : `${price} a ${interval}`
}
