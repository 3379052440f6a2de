/** `numerator / denominator`, halves away from zero; exact, and never negative zero. */
export function divideHalfAway(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const rounded = (2n * n + d) / (2n * d)
  return negative ? -rounded : rounded
}

const quantityScale = 10_000n

/** A quantity as exact ten-thousandths: 0.1 is 1000. Throws `RangeError` for more than four decimals. */
export function quantityToScaled(quantity: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimalForm(quantity)) ?? []
  if (fraction.length > 4) throw new RangeError('A quantity has at most four decimals')
  const scaled = BigInt(whole) * quantityScale + BigInt(fraction.padEnd(4, '0'))
  return sign === '-' ? -scaled : scaled
}

// Small numbers print in exponent form; those that fit four decimals do not reach below 1e-4.
const decimalForm = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/(?<![.0])\.?0+$/, '') : text
}

/** A line's total without VAT: `round_half_away(quantity × unitAmountCents)`, in minor units. */
export const lineTotalCents = (quantity: number, unitAmountCents: number): bigint =>
  divideHalfAway(quantityToScaled(quantity) * BigInt(unitAmountCents), quantityScale)

/** A line's VAT: `round_half_away(lineTotal × vatRateBps / 10000)`, in minor units. */
export const lineVatCents = (totalCents: bigint, vatRateBps: number): bigint =>
  divideHalfAway(totalCents * BigInt(vatRateBps), 10_000n)
