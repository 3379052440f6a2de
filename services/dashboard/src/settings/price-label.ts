import type { PublicOffer } from '@atrium/contracts'

/** The price of an offer: "10.00 EUR", "29.00 EUR a month". */
export function priceLabel({
  priceCents,
  currency,
  interval,
}: Pick<PublicOffer, 'priceCents' | 'currency' | 'interval'>): string {
  if (priceCents === null) return 'On request'
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  const price = format.format(priceCents / 10 ** digits)
  return interval === null ? price : `${price} a ${interval}`
}
