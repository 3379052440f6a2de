import {
  CreateCreditNote,
  type CreditAmounts,
  type CreditNote,
  type CreditWish,
  creditSplit,
  type Invoice,
  invoiceTotals,
  splitCredit,
  sumRates,
} from '@atrium/contracts'
import type { z } from 'zod'
import { parseCents } from '../money/amounts/amount.ts'
import {
  type FieldProblems,
  type ProblemWords,
  problemsOfBody,
} from '../money/form/field-problems.ts'
import { type LineDraft, lineWords, toLineItems, toPricedLine } from './invoice-draft.ts'

/** What is credited: everything that remains, an amount including VAT, or lines without VAT. */
export type CreditExtent = 'whole' | 'amount' | 'lines'

/** A credit note as typed. */
export interface CreditDraft {
  readonly extent: CreditExtent
  readonly amount: string
  readonly lines: readonly LineDraft[]
  readonly reason: string
}

/**
 * Returns what credit notes have left of an invoice. The paid part of an open invoice cannot be
 * credited.
 */
export function calculateRest(invoice: Invoice, notes: readonly CreditNote[]): CreditAmounts {
  const vatAmountCents = notes.reduce(
    (rest, note) => rest - note.vatAmountCents,
    invoice.vatAmountCents,
  )
  const totalAmountCents = notes.reduce(
    (rest, note) => rest - note.totalAmountCents,
    invoice.totalAmountCents,
  )
  const rest = {
    subtotalAmountCents: totalAmountCents - vatAmountCents,
    vatAmountCents,
    totalAmountCents,
  }
  const { status, paidCents, amountDueCents: amountCents, vatRateBps } = invoice
  const isPartlyPaid = status !== 'paid' && paidCents > 0
  return (isPartlyPaid && creditSplit(rest, vatRateBps, { amountCents })) || rest
}

/** Returns the requested credit, or undefined if its numbers are incomplete. */
function toWish({ extent, amount, lines }: CreditDraft, currency: string): CreditWish | undefined {
  if (extent === 'whole') return {}
  if (extent === 'amount') {
    const amountCents = parseCents(amount, currency)
    return amountCents === undefined || amountCents <= 0 ? undefined : { amountCents }
  }
  const lineItems = lines.map((line) => toPricedLine(line, currency))
  return lineItems.includes(undefined)
    ? undefined
    : { lineItems: lineItems.filter((line) => line !== undefined) }
}

/**
 * Returns the amounts of a draft as the platform computes them. Returns `none` if numbers are
 * missing, and `too-much` if the credit exceeds the rest.
 */
export function draftSplit(
  draft: CreditDraft,
  rest: CreditAmounts,
  {
    currency,
    vatRateBps,
    lineItems = [],
  }: Pick<Invoice, 'currency' | 'vatRateBps'> & Partial<Pick<Invoice, 'lineItems'>>,
): CreditAmounts | 'none' | 'too-much' {
  const wish = toWish(draft, currency)
  if (wish === undefined) return 'none'
  try {
    const { rates } = invoiceTotals(lineItems, vatRateBps)
    if (rates.length < 2 || draft.extent === 'whole')
      return creditSplit(rest, rates[0]?.vatRateBps ?? vatRateBps, wish) ?? 'too-much'
    // Only the server knows what earlier notes took from each rate, so it checks the split again.
    const split = splitCredit(rates, vatRateBps, wish)
    if (split === undefined) return 'too-much'
    const amounts = sumRates(split)
    return amounts.totalAmountCents > rest.totalAmountCents ? 'too-much' : amounts
  } catch (error) {
    if (error instanceof RangeError) return 'too-much'
    throw error
  }
}

/** Builds the request body. Numbers that cannot be parsed become NaN. */
export function toCreditBody(
  { extent, amount, lines, reason }: CreditDraft,
  currency: string,
): z.input<typeof CreateCreditNote> {
  if (extent === 'whole') return { reason }
  if (extent === 'amount')
    return { amountCents: parseCents(amount, currency) ?? Number.NaN, reason }
  return { lineItems: toLineItems(lines, currency), reason }
}

const words: ProblemWords = [
  ...lineWords,
  [/^reason$/, 'Enter a reason. Your customer sees it'],
  [/^amountCents$/, 'An amount above zero, such as 120.00'],
]

/** Returns the problems of a draft by request field, before it is sent. */
export const creditProblems = (draft: CreditDraft, currency: string): FieldProblems =>
  problemsOfBody(CreateCreditNote, toCreditBody(draft, currency), words)
