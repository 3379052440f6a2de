import {
  invoiceTotals,
  type LineTotals,
  type LineVat,
  type PricedLine,
  type RateTotals,
  readLineVat,
  vatKey,
} from '../money/invoice-totals.ts'
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
 * Returns a credit note's amounts for a document with one VAT rate. `rest` is what earlier notes
 * have left. Returns undefined if the request exceeds the rest. Throws `RangeError` like
 * `invoiceTotals`.
 */
export function creditSplit(
  rest: CreditAmounts,
  vatRateBps: number,
  wish: CreditWish,
): CreditAmounts | undefined {
  const group = {
    vatRateBps,
    vatCategory: null,
    vatReason: null,
    netCents: rest.subtotalAmountCents,
    vatCents: rest.vatAmountCents,
  }
  const split = splitCredit([group], vatRateBps, wish)
  return split && sumRates(split)
}

/**
 * Returns a credit note's net amount and VAT for each VAT treatment. `rest` is what earlier notes
 * have left of each. Returns undefined if the request exceeds the rest. All notes together add up
 * to the invoice's exact net and VAT: no note takes more of either than is left, and the last note
 * takes the rest (docs/reference/invoicing.md, "Credit notes"). Throws `RangeError` like
 * `invoiceTotals`.
 */
export function splitCredit(
  rest: readonly RateTotals[],
  vatRateBps: number,
  { lineItems, amountCents }: CreditWish,
): RateTotals[] | undefined {
  const { totalAmountCents } = sumRates(rest)
  if (totalAmountCents <= 0) return undefined
  if (lineItems !== undefined) return splitLines(rest, vatRateBps, lineItems)
  if (amountCents === undefined || amountCents === totalAmountCents) return [...rest]
  return amountCents > totalAmountCents ? undefined : splitAmount(rest, amountCents)
}

/** Adds up the net amounts and the VAT, in minor units. */
export function sumRates(rates: readonly LineTotals[]): CreditAmounts {
  const subtotalAmountCents = rates.reduce((sum, { netCents }) => sum + netCents, 0)
  const vatAmountCents = rates.reduce((sum, { vatCents }) => sum + vatCents, 0)
  return {
    subtotalAmountCents,
    vatAmountCents,
    totalAmountCents: subtotalAmountCents + vatAmountCents,
  }
}

/** Divides an amount in the rest's proportions. The roundings add up to the amount. */
function splitAmount(rest: readonly RateTotals[], amountCents: number): RateTotals[] {
  const total = BigInt(sumRates(rest).totalAmountCents)
  let seen = 0n
  let given = 0n
  return rest.map((group) => {
    seen += BigInt(group.netCents + group.vatCents)
    const upTo = divideHalfAway(BigInt(amountCents) * seen, total)
    const part = Number(upTo - given)
    given = upTo
    return splitPart(group, part)
  })
}

function splitPart(group: RateTotals, amountCents: number): RateTotals {
  const rate = BigInt(group.vatRateBps)
  const included = Number(divideHalfAway(BigInt(amountCents) * rate, 10_000n + rate))
  const least = amountCents - group.netCents
  const [low, high] = group.vatCents < 0 ? [group.vatCents, least] : [least, group.vatCents]
  const vatCents = Math.min(high, Math.max(low, included))
  return { ...group, netCents: amountCents - vatCents, vatCents }
}

function splitLines(
  rest: readonly RateTotals[],
  vatRateBps: number,
  lineItems: readonly PricedLine[],
): RateTotals[] | undefined {
  const credited = invoiceTotals(adoptVat(lineItems, rest, vatRateBps), vatRateBps).rates
  const split: RateTotals[] = []
  for (const part of credited) {
    const left = rest.find((group) => vatKey(group) === vatKey(part))
    if (left === undefined || part.netCents > left.netCents) return undefined
    // Each part of a line is rounded separately, so the last part takes what is left.
    const vatCents =
      part.netCents === left.netCents ? left.vatCents : Math.min(left.vatCents, part.vatCents)
    split.push({ ...part, vatCents })
  }
  return split
}

/**
 * Gives a credit note's lines the invoice's VAT treatment if they do not state their own: the
 * treatment with the same rate, else the only one.
 */
export function adoptVat<L extends PricedLine>(
  lineItems: readonly L[],
  groups: readonly LineVat[],
  vatRateBps: number,
): L[] {
  const keys = new Set(groups.map(vatKey))
  return lineItems.map((line) => {
    const lineVat = readLineVat(line, vatRateBps)
    if (keys.has(vatKey(lineVat))) return line
    const isGiven = line.vatRateBps !== undefined || line.vatCategory !== undefined
    const match =
      groups.find(
        (group) =>
          group.vatRateBps === lineVat.vatRateBps &&
          (line.vatCategory === undefined || group.vatCategory === lineVat.vatCategory),
      ) ?? (groups.length === 1 && !isGiven ? groups[0] : undefined)
    return match === undefined ? line : { ...line, ...toFields(match) }
  })
}

const toFields = ({ vatRateBps, vatCategory, vatReason }: LineVat) => ({
  vatRateBps,
  ...(vatCategory === null ? {} : { vatCategory }),
  ...(vatReason === null ? {} : { vatReason }),
})
