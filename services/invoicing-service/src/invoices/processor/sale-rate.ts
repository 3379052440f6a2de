import { lineVatCents } from '@atrium/contracts'

const highest = 10_000

/**
 * Returns the roundest rate that gives exactly this VAT: 0.33 on 1.67 is 20 %, not 19.76 %. Returns
 * the nearest rate if none is exact.
 */
export function rateOfSale(netCents: number, vatCents: number): number {
  if (netCents <= 0 || vatCents <= 0) return 0
  const nearest = Math.min(highest, Math.round((vatCents * 10_000) / netCents))
  for (const step of [500, 100, 50, 10, 1]) {
    const rate = Math.round(nearest / step) * step
    if (rate <= highest && lineVatCents(BigInt(netCents), rate) === BigInt(vatCents)) return rate
  }
  return nearest
}
