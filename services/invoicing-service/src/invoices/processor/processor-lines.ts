import {
  type Invoice,
  type InvoiceLineItem,
  invoiceErrors,
  invoiceTotals,
  lineVatCents,
  readLineVat,
} from '@atrium/contracts'
import type { Db } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { formatAmount } from '../../pdf/format.ts'
import { findAccount } from '../../processor/accounts.ts'
import { cutText, longestDescription } from '../../processor/processor.ts'
import { issuesAtProcessor } from './find-issuing-processor.ts'

/** A line for the processor. The amount is in minor units without VAT. */
export interface ProcessorLine {
  description: string
  amountCents: number
  vatRateBps: number
}

type Lines = Pick<Invoice, 'lineItems' | 'vatRateBps' | 'currency'>

// The processor's line limit for one invoice.
const linesAtMost = 250
const between = ' · '

/**
 * Returns an invoice's lines for the processor, which rounds VAT per line like the ledger. Above
 * the line limit, lines are merged in pairs that keep their total VAT: neighbours if these suffice,
 * else lines whose roundings balance. Throws `too_many_lines` (422) if too many lines cannot be
 * merged.
 */
export function processorLines({ lineItems, vatRateBps, currency }: Lines): ProcessorLine[] {
  const totals = invoiceTotals(lineItems, vatRateBps)
  const lines = lineItems.map((line, index) => ({
    netCents: 0,
    vatCents: 0,
    ...totals.lines[index],
    vatRateBps: readLineVat(line, vatRateBps).vatRateBps,
  }))
  const findNet = (index: number): number => lines[index]?.netCents ?? 0
  const findVat = (index: number): number => lines[index]?.vatCents ?? 0
  const findRate = (index: number): number => lines[index]?.vatRateBps ?? vatRateBps
  const fits: Fits = (one, other) =>
    findRate(one) === findRate(other) &&
    lineVatCents(BigInt(findNet(one)) + BigInt(findNet(other)), findRate(one)) ===
      BigInt(findVat(one) + findVat(other))
  const texts = lineItems.map((line) => describeLine(line, currency))
  return groupLines(lines, fits).map((group) => ({
    description: group.map((index) => cut(texts[index] ?? '', group.length)).join(between),
    amountCents: group.reduce((sum, index) => sum + findNet(index), 0),
    vatRateBps: findRate(group[0] ?? 0),
  }))
}

/**
 * Checks a draft's lines while they can still be changed, if the org issues at the processor and
 * has an account there. Throws `too_many_lines` (422).
 */
export async function requireHandable(deps: Deps, db: Db, orgId: string, lines: Lines) {
  if (lines.lineItems.length <= linesAtMost || !(await issuesAtProcessor(deps, db, orgId))) return
  if ((await findAccount(db, orgId)) !== undefined) processorLines(lines)
}

function describeLine(
  { description, quantity, unitAmountCents, unit, discountBps = 0 }: InvoiceLineItem,
  currency: string,
) {
  const count = unit === undefined ? String(quantity) : `${quantity} ${unit}`
  const discount = discountBps === 0 ? '' : `, −${discountBps / 100} %`
  return quantity === 1 && discountBps === 0
    ? description
    : `${description} (${count} × ${formatAmount(unitAmountCents, currency)}${discount})`
}

/** Cuts a text to its share of the longest allowed description. */
const cut = (text: string, parts: number): string =>
  cutText(text, Math.floor((longestDescription - between.length * (parts - 1)) / parts))

type Fits = (one: number, other: number) => boolean

/** Returns line indexes in groups of one or two, ordered by their first line. */
function groupLines(
  lines: ReadonlyArray<{ netCents: number; vatCents: number; vatRateBps: number }>,
  fits: Fits,
): number[][] {
  const tooMany = lines.length - linesAtMost
  const indexes = lines.map((_, index) => index)
  if (tooMany <= 0) return indexes.map((index) => [index])
  const neighbours = groupNeighbours(indexes, fits, tooMany)
  if (neighbours.length <= linesAtMost) return neighbours
  // Each line's VAT rounding in ten-thousandths of a minor unit.
  const rounding = lines.map(({ netCents, vatCents, vatRateBps }) =>
    Number(BigInt(vatCents) * 10_000n - BigInt(netCents) * BigInt(vatRateBps)),
  )
  const balanced = groupBalanced(indexes, rounding, fits, tooMany)
  if (balanced.length <= linesAtMost) return balanced
  throw invoiceErrors.too_many_lines({
    message: `The payment provider accepts at most ${linesAtMost} lines in an invoice, and these ${lines.length} cannot be combined without changing the VAT. Split the invoice.`,
  })
}

/** Returns up to `wanted` pairs of neighbours, and the remaining lines alone. */
function groupNeighbours(indexes: readonly number[], fits: Fits, wanted: number): number[][] {
  const groups: number[][] = []
  let pairs = 0
  for (let at = 0; at < indexes.length; at += 1) {
    const isPair = pairs < wanted && at + 1 < indexes.length && fits(at, at + 1)
    groups.push(isPair ? [at, at + 1] : [at])
    if (!isPair) continue
    pairs += 1
    at += 1
  }
  return groups
}

/**
 * Pairs up to `wanted` lines, the most rounded up with the most rounded down. The remaining lines
 * stay alone.
 */
function groupBalanced(
  indexes: readonly number[],
  rounding: readonly number[],
  fits: Fits,
  wanted: number,
) {
  const findRounding = (index: number): number => rounding[index] ?? 0
  const rest = indexes.toSorted((one, other) => findRounding(one) - findRounding(other))
  const groups: number[][] = []
  let pairs = 0
  while (rest.length > 0) {
    const low = rest[0] ?? 0
    const high = rest.at(-1) ?? 0
    if (pairs < wanted && rest.length > 1 && fits(low, high)) {
      groups.push([low, high].toSorted((one, other) => one - other))
      rest.shift()
      rest.pop()
      pairs += 1
      continue
    }
    // The line with the larger rounding fits none of the others either.
    groups.push([
      findRounding(low) + findRounding(high) > 0 ? (rest.pop() ?? 0) : (rest.shift() ?? 0),
    ])
  }
  return groups.toSorted(([one = 0], [other = 0]) => one - other)
}
