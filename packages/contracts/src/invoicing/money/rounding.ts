/**
 * Returns `numerator / denominator`, rounded half away from zero. Exact, and never negative zero.
 */
export function divideHalfAway(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const rounded = (2n * n + d) / (2n * d)
  return negative ? -rounded : rounded
}

const quantityScale = 10_000n

/**
 * Returns a quantity in exact ten-thousandths: 0.1 is 1000. Throws `RangeError` if there are more
 * than four decimals.
 */
export function quantityToScaled(quantity: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimalForm(quantity)) ?? []
  if (fraction.length > 4) throw new RangeError('A quantity has at most four decimals')
  const scaled = BigInt(whole) * quantityScale + BigInt(fraction.padEnd(4, '0'))
  return sign === '-' ? -scaled : scaled
}

// Small numbers print in exponent form, but a number with four decimals is never below 1e-4.
const decimalForm = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/(?<![.0])\.?0+$/, '') : text
}

/**
 * Returns a line's total without VAT in minor units:
 * `round_half_away(quantity × unitAmountCents × (10000 − discountBps) / 10000)`.
 */
export const lineTotalCents = (
  quantity: number,
  unitAmountCents: number,
  discountBps = 0,
): bigint =>
  divideHalfAway(
    quantityToScaled(quantity) * BigInt(unitAmountCents) * BigInt(10_000 - discountBps),
    quantityScale * 10_000n,
  )

/** Returns a line's VAT in minor units: `round_half_away(lineTotal × vatRateBps / 10000)`. */
export const lineVatCents = (totalCents: bigint, vatRateBps: number): bigint =>
  divideHalfAway(totalCents * BigInt(vatRateBps), 10_000n)
