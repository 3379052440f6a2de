import type { Offer } from '@atrium/contracts'

/** Describes an offer's price: "€99.00 a month". */
export function offerPrice(
  { priceCents, currency, interval }: Pick<Offer, 'priceCents' | 'currency' | 'interval'>,
  amount: (cents: number, currency: string) => string,
): string {
  if (priceCents === null) return 'On request'
  const price = amount(priceCents, currency)
  return interval === null ? price : `${price} a ${interval}`
}
