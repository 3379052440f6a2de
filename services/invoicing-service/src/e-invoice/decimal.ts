import { quantityToScaled } from '@atrium/contracts'

/** A whole number of `10^-decimals` as a decimal: `scaled(-5n, 2)` is `-0.05`. */
export function scaled(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const sign = value < 0n ? '-' : ''
  if (decimals === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** A quantity with at most four decimals, and no needless zeros; `sign` is -1n to turn it around. */
export const quantityText = (quantity: number, sign: 1n | -1n): string =>
  scaled(sign * quantityToScaled(quantity), 4).replace(/\.?0{1,4}$/, '')

/** Basis points as a percentage: `5.50`. */
export const rateText = (bps: number): string => scaled(BigInt(bps), 2)
