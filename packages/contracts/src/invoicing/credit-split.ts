import type { PricedLine } from './invoice-totals.ts'
import { invoiceTotals } from './invoice-totals.ts'
import { divideHalfAway } from './rounding.ts'

/** Amounts in minor units; the total is the sum of the other two. */
export interface CreditAmounts {
  subtotalAmountCents: number
  vatAmountCents: number
  totalAmountCents: number
}

/** A credit by lines excluding VAT, or by an amount including VAT; with neither the whole rest. */
export interface CreditWish {
  lineItems?: readonly PricedLine[] | undefined
  amountCents?: number | undefined
}

/**
 * The amounts of a credit note over a part of `rest`, which is what earlier notes have left of an invoice; undefined for
 * more than that. The notes of an invoice add up to its net and its VAT exactly: none takes more of either than is left,
 * and the last one takes the rest (docs/reference/invoicing.md, "Credit notes"). Throws `RangeError` as `invoiceTotals`.
 */
export function creditSplit(
  rest: CreditAmounts,
  vatRateBps: number,
  { lineItems, amountCents }: CreditWish,
): CreditAmounts | undefined {
  if (rest.totalAmountCents <= 0) return undefined
  if (lineItems !== undefined) return splitLines(rest, vatRateBps, lineItems)
  if (amountCents === undefined || amountCents === rest.totalAmountCents) return rest
  return amountCents > rest.totalAmountCents ? undefined : splitAmount(rest, vatRateBps, amountCents)
}

function splitAmount(rest: CreditAmounts, vatRateBps: number, amountCents: number): CreditAmounts {
  const included = divideHalfAway(BigInt(amountCents) * BigInt(vatRateBps), BigInt(10_000 + vatRateBps))
  const least = amountCents - rest.subtotalAmountCents
  return credited(amountCents, Math.min(rest.vatAmountCents, Math.max(least, Number(included))))
}

function splitLines(
  rest: CreditAmounts,
  vatRateBps: number,
  lineItems: readonly PricedLine[],
): CreditAmounts | undefined {
  const { subtotalAmountCents: net, vatAmountCents } = invoiceTotals(lineItems, vatRateBps)
  // Parts of a line are rounded one by one; the last part takes what the others have left.
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
