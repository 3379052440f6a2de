import type { PricedLine } from '../money/invoice-totals.ts'
import { invoiceTotals } from '../money/invoice-totals.ts'
import { divideHalfAway } from '../money/rounding.ts'

/** Amounts in minor units. The total is the sum of the other two. */
export interface CreditAmounts {
  subtotalAmountCents: number
  vatAmountCents: number
  totalAmountCents: number
}

/**
 * The requested credit: by lines without VAT, or by an amount with VAT. If both are absent, the
 * whole rest.
 */
export interface CreditWish {
  lineItems?: readonly PricedLine[] | undefined
  amountCents?: number | undefined
}

/**
 * Returns a credit note's amounts. `rest` is what earlier notes have left. Returns undefined if the
 * request exceeds the rest. All notes together add up to the invoice's exact net and VAT: no note
 * takes more of either than is left, and the last note takes the rest (docs/reference/invoicing.md,
 * "Credit notes"). Throws `RangeError` like `invoiceTotals`.
 */
export function creditSplit(
  rest: CreditAmounts,
  vatRateBps: number,
  { lineItems, amountCents }: CreditWish,
): CreditAmounts | undefined {
  if (rest.totalAmountCents <= 0) return undefined
  if (lineItems !== undefined) return splitLines(rest, vatRateBps, lineItems)
  if (amountCents === undefined || amountCents === rest.totalAmountCents) return rest
  return amountCents > rest.totalAmountCents
    ? undefined
    : splitAmount(rest, vatRateBps, amountCents)
}

function splitAmount(rest: CreditAmounts, vatRateBps: number, amountCents: number): CreditAmounts {
  const included = divideHalfAway(
    BigInt(amountCents) * BigInt(vatRateBps),
    BigInt(10_000 + vatRateBps),
  )
  const least = amountCents - rest.subtotalAmountCents
  return credited(amountCents, Math.min(rest.vatAmountCents, Math.max(least, Number(included))))
}

function splitLines(
  rest: CreditAmounts,
  vatRateBps: number,
  lineItems: readonly PricedLine[],
): CreditAmounts | undefined {
  const { subtotalAmountCents: net, vatAmountCents } = invoiceTotals(lineItems, vatRateBps)
  // Each part of a line is rounded separately, so the last part takes what is left.
  if (net === rest.subtotalAmountCents) return rest
  if (net > rest.subtotalAmountCents) return undefined
  const vat = Math.min(rest.vatAmountCents, vatAmountCents)
  return credited(net + vat, vat)
}

const credited = (totalAmountCents: number, vatAmountCents: number): CreditAmounts => ({
  subtotalAmountCents: totalAmountCents - vatAmountCents,
  vatAmountCents,
  totalAmountCents,
})
