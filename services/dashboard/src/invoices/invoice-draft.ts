import {
  CreateInvoice,
  type Customer,
  type Invoice,
  type InvoiceTotals,
  invoiceTotals,
  type Offer,
  type PricedLine,
  type UpdateInvoice,
} from '@atrium/contracts'
import type { z } from 'zod'
import { amountText, parseCents, parseQuantity, parseRate } from '../money/amounts/amount.ts'
import {
  type FieldProblems,
  type ProblemWords,
  problemsOfBody,
} from '../money/form/field-problems.ts'
import {
  type DocumentOptions,
  type StoredOption,
  toDocumentInput,
  toDocumentOptions,
} from './document-options.ts'
import { type LineOptions, toExtra, toOptions } from './line-options.ts'

/** An invoice line as typed. */
export interface LineDraft {
  readonly key: string
  readonly description: string
  readonly quantity: string
  readonly price: string
  /** Undefined if none of the optional fields is set. */
  readonly options?: LineOptions | undefined
}

/** An invoice as typed. An empty `dueDay` means 30 days after the invoice is finalized. */
export interface InvoiceDraft {
  readonly customerId: string | null
  /** Set as long as the lines come from the offer unchanged. */
  readonly offerId: string | null
  readonly lines: readonly LineDraft[]
  /** The VAT rate in percent. */
  readonly rate: string
  readonly dueDay: string
  /** The last day of an estimate. Undefined for an invoice, and empty if the estimate never expires. */
  readonly validDay?: string
  /** Undefined if none of the optional fields is set. */
  readonly options?: DocumentOptions | undefined
}

/** What invoices and estimates have in common when they are edited. */
export type EditedDocument = Pick<
  Invoice,
  | 'id'
  | 'number'
  | 'customerId'
  | 'offerId'
  | 'currency'
  | 'lineItems'
  | 'vatRateBps'
  | 'dueOn'
  | StoredOption
> & { readonly validUntil?: string | null }

export const emptyLine = (): LineDraft => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: '1',
  price: '',
})

export const emptyDraft = (customerId: string | null = null): InvoiceDraft => ({
  customerId,
  offerId: null,
  lines: [emptyLine()],
  rate: '20',
  dueDay: '',
})

export const toDraft = (invoice: EditedDocument): InvoiceDraft => ({
  customerId: invoice.customerId,
  offerId: invoice.offerId,
  lines: invoice.lineItems.map(({ description, quantity, unitAmountCents, ...extra }, index) => ({
    key: `${invoice.id}-${index}`,
    description,
    quantity: String(quantity),
    price: amountText(unitAmountCents, invoice.currency),
    options: toOptions(extra),
  })),
  rate: String(invoice.vatRateBps / 100),
  dueDay: invoice.dueOn ?? '',
  ...(invoice.validUntil === undefined ? {} : { validDay: invoice.validUntil ?? '' }),
  options: toDocumentOptions(invoice),
})

/** Copies an invoice to a new draft, without its due day and its offer. */
export const toCopy = (invoice: Invoice): InvoiceDraft => ({
  ...toDraft(invoice),
  offerId: null,
  lines: toDraft(invoice).lines.map((line) => ({ ...line, key: crypto.randomUUID() })),
  dueDay: '',
})

/** Returns the lines that the platform creates from an offer. */
export const linesOfOffer = ({ name, priceCents, currency }: Offer): LineDraft[] => [
  {
    key: crypto.randomUUID(),
    description: name,
    quantity: '1',
    price: priceCents === null ? '' : amountText(priceCents, currency),
  },
]

/**
 * Returns the currency of a draft: the offer's, then the customer's, then the stored one, then EUR.
 */
export const chooseCurrency = (
  offer: Pick<Offer, 'currency'> | undefined,
  customer: Pick<Customer, 'currency'> | undefined,
  stored: Pick<Invoice, 'currency'> | undefined,
): string => offer?.currency ?? customer?.currency ?? stored?.currency ?? 'EUR'

/** Parses a typed line for the totals. Returns undefined if its numbers are incomplete. */
export function toPricedLine(
  { quantity, price, options }: Pick<LineDraft, 'quantity' | 'price' | 'options'>,
  currency: string,
): PricedLine | undefined {
  const count = parseQuantity(quantity)
  const unitAmountCents = parseCents(price, currency)
  const extra = toExtra(options)
  const isComplete = ![extra.discountBps, extra.vatRateBps].some(Number.isNaN)
  return count === undefined || unitAmountCents === undefined || !isComplete
    ? undefined
    : { quantity: count, unitAmountCents, ...extra }
}

/**
 * Returns the totals of all complete lines, computed by the platform's rules. Returns undefined if
 * the amounts are too large for exact arithmetic.
 */
export function draftTotals(
  { lines, rate }: InvoiceDraft,
  currency: string,
): InvoiceTotals | undefined {
  const priced = lines
    .map((line) => toPricedLine(line, currency))
    .filter((line) => line !== undefined)
  try {
    return invoiceTotals(priced, parseRate(rate) ?? 0)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export type InvoiceBody = z.input<typeof CreateInvoice> &
  Pick<z.input<typeof UpdateInvoice>, 'vatRateBps'>

/** Converts typed lines to line items. Numbers that cannot be parsed become NaN. */
export const toLineItems = (lines: readonly LineDraft[], currency: string) =>
  lines.map(({ description, quantity, price, options }) => ({
    description: description.trim(),
    quantity: parseQuantity(quantity) ?? Number.NaN,
    unitAmountCents: parseCents(price, currency) ?? Number.NaN,
    ...toExtra(options),
  }))

/** Builds the request body. Numbers that cannot be parsed become NaN. */
export function toBody(draft: InvoiceDraft, currency: string): InvoiceBody {
  return {
    customerId: draft.customerId ?? '',
    vatRateBps: parseRate(draft.rate) ?? Number.NaN,
    ...(draft.offerId === null
      ? { lineItems: toLineItems(draft.lines, currency) }
      : { offerId: draft.offerId }),
    ...(draft.dueDay === '' ? {} : { dueDate: draft.dueDay }),
    ...toDocumentInput(draft.options),
  }
}

/** The error texts for typed lines. */
export const lineWords: ProblemWords = [
  [/^lineItems\.\d+\.description$/, 'Enter a description'],
  [/^lineItems\.\d+\.quantity$/, 'More than 0, at most four decimals'],
  [/^lineItems\.\d+\.unitAmountCents$/, 'An amount, such as 241.67'],
  [/^lineItems\.\d+\.(discountBps|vatRateBps)$/, '0 to 100 %, at most two decimals'],
  [/^lineItems\.\d+\.unit$/, 'At most 30 characters'],
  [/^lineItems\.\d+\.vatReason$/, 'At most 200 characters'],
]

const words: ProblemWords = [
  ...lineWords,
  [/^vatRateBps$/, '0 to 100 %, at most two decimals'],
  [/^lineItems$/, '1 to 500 lines'],
  [/^recipients\.(to|cc)(\.\d+)?$/, 'Up to 10 email addresses, separated by commas'],
]

/** Returns the problems of a draft by request field, before it is sent. */
export function draftProblems(draft: InvoiceDraft, currency: string): FieldProblems {
  const problems: Record<string, string> = {
    ...problemsOfBody(CreateInvoice, toBody(draft, currency), words),
  }
  if (draft.customerId === null) problems['customerId'] = 'Choose a customer'
  if (draftTotals(draft, currency) === undefined)
    problems['lineItems'] ??= 'The amounts are too large. Split the invoice.'
  return problems
}
