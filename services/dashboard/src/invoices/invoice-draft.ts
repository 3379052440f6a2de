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
import { amountText, parseCents, parseQuantity, parseRate } from '../money/amount.ts'
import { type FieldProblems, type ProblemWords, problemsOfBody } from '../money/field-problems.ts'

/** A line as it is typed. */
export interface LineDraft {
  readonly key: string
  readonly description: string
  readonly quantity: string
  readonly price: string
}

/** An invoice that is being written, as it is typed. `dueDay` is a day, empty for 30 days after the finalizing. */
export interface InvoiceDraft {
  readonly customerId: string | null
  /** Set while the lines are those of the offer. */
  readonly offerId: string | null
  readonly lines: readonly LineDraft[]
  /** A percentage. */
  readonly rate: string
  readonly dueDay: string
}

/** An empty line. */
export const emptyLine = (): LineDraft => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: '1',
  price: '',
})

/** The draft of a new invoice. */
export const emptyDraft = (customerId: string | null = null): InvoiceDraft => ({
  customerId,
  offerId: null,
  lines: [emptyLine()],
  rate: '20',
  dueDay: '',
})

/** The draft that shows an invoice. */
export const toDraft = (invoice: Invoice): InvoiceDraft => ({
  customerId: invoice.customerId,
  offerId: invoice.offerId,
  lines: invoice.lineItems.map(({ description, quantity, unitAmountCents }, index) => ({
    key: `${invoice.id}-${index}`,
    description,
    quantity: String(quantity),
    price: amountText(unitAmountCents, invoice.currency),
  })),
  rate: String(invoice.vatRateBps / 100),
  dueDay: invoice.dueOn ?? '',
})

/** A new draft with the content of an invoice; its due day is not copied. */
export const toCopy = (invoice: Invoice): InvoiceDraft => ({
  ...toDraft(invoice),
  offerId: null,
  lines: toDraft(invoice).lines.map((line) => ({ ...line, key: crypto.randomUUID() })),
  dueDay: '',
})

/** The lines that the platform makes of an offer. */
export const linesOfOffer = ({ name, priceCents, currency }: Offer): LineDraft[] => [
  {
    key: crypto.randomUUID(),
    description: name,
    quantity: '1',
    price: priceCents === null ? '' : amountText(priceCents, currency),
  },
]

/** The currency of a draft: that of its offer, else of its customer, else the one that it is stored in, else the euro. */
export const chooseCurrency = (
  offer: Pick<Offer, 'currency'> | undefined,
  customer: Pick<Customer, 'currency'> | undefined,
  stored: Pick<Invoice, 'currency'> | undefined,
): string => offer?.currency ?? customer?.currency ?? stored?.currency ?? 'EUR'

/** A typed line as the rules of totals take it; undefined while its figures are not complete. */
export function toPricedLine(
  { quantity, price }: Pick<LineDraft, 'quantity' | 'price'>,
  currency: string,
): PricedLine | undefined {
  const count = parseQuantity(quantity)
  const unitAmountCents = parseCents(price, currency)
  return count === undefined || unitAmountCents === undefined
    ? undefined
    : { quantity: count, unitAmountCents }
}

/** The totals of the lines whose figures are complete, by the rules of the platform; undefined beyond exact numbers. */
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

/** The body that makes or changes a draft. */
type InvoiceBody = z.input<typeof CreateInvoice> & Pick<z.input<typeof UpdateInvoice>, 'vatRateBps'>

/** The items that typed lines ask for; figures that cannot be read are none. */
export const toLineItems = (lines: readonly LineDraft[], currency: string) =>
  lines.map(({ description, quantity, price }) => ({
    description: description.trim(),
    quantity: parseQuantity(quantity) ?? Number.NaN,
    unitAmountCents: parseCents(price, currency) ?? Number.NaN,
  }))

/** The body that a draft asks for; figures that cannot be read are none. */
export function toBody(draft: InvoiceDraft, currency: string): InvoiceBody {
  return {
    customerId: draft.customerId ?? '',
    vatRateBps: parseRate(draft.rate) ?? Number.NaN,
    ...(draft.offerId === null
      ? { lineItems: toLineItems(draft.lines, currency) }
      : { offerId: draft.offerId }),
    ...(draft.dueDay === '' ? {} : { dueDate: draft.dueDay }),
  }
}

/** The words for the problems of typed lines. */
export const lineWords: ProblemWords = [
  [/^lineItems\.\d+\.description$/, 'Describe the line'],
  [/^lineItems\.\d+\.quantity$/, 'More than 0, at most four decimals'],
  [/^lineItems\.\d+\.unitAmountCents$/, 'An amount, such as 241.67'],
]

const words: ProblemWords = [
  ...lineWords,
  [/^vatRateBps$/, '0 to 100 %, at most two decimals'],
  [/^lineItems$/, '1 to 500 lines'],
]

/** The problems of a draft before it is sent, by the fields of its body. */
export function draftProblems(draft: InvoiceDraft, currency: string): FieldProblems {
  const problems: Record<string, string> = {
    ...problemsOfBody(CreateInvoice, toBody(draft, currency), words),
  }
  if (draft.customerId === null) problems['customerId'] = 'Choose a customer'
  if (draftTotals(draft, currency) === undefined)
    problems['lineItems'] ??= 'The amounts are too large'
  return problems
}
