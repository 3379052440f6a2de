import { quantityToScaled } from '@atrium/contracts/document-rules'

/** Formats a whole number of `10^-decimals` as a decimal: `scaled(-5n, 2)` is `-0.05`. */
export function scaled(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const sign = value < 0n ? '-' : ''
  if (decimals === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Formats a quantity with up to four decimals and no trailing zeros. A `sign` of -1n negates it.
 */
export const quantityText = (quantity: number, sign: 1n | -1n): string =>
  scaled(sign * quantityToScaled(quantity), 4).replace(/\.?0{1,4}$/, '')

/** Formats basis points as a percentage: `5.50`. */
export const rateText = (bps: number): string => scaled(BigInt(bps), 2)
