import { z } from 'zod'
import { CsvSeparator } from '../core/csv-separator.ts'
import { etag, ifMatch } from '../core/headers.ts'
import {
  byId,
  CalendarDay,
  DayOrMoment,
  named,
  nextCursor,
  pageQuery,
  pageSchema,
  Timestamp,
  visible,
} from '../core/schemas.ts'
import { file, ok, tagged } from '../core/tagged.ts'
import { Cents, VatRateBps } from './money.ts'
import { Buyer, InvoiceMailed, InvoiceWarning, PutSeller, Seller } from './parties.ts'

export const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const
export const invoiceSources = ['one_off', 'recurring'] as const

/** An invoice line, entered without VAT. `quantity` is positive and has at most four decimals. */
export const InvoiceLineItem = z.strictObject({
  description: z.string().trim().min(1).max(500).regex(visible, 'Describe the line'),
  quantity: z
    .number()
    .positive()
    .max(1_000_000)
    .refine(
      (value) => Number.isInteger(Number((value * 10_000).toFixed(6))),
      'At most four decimals',
    ),
  unitAmountCents: Cents,
})
export type InvoiceLineItem = z.infer<typeof InvoiceLineItem>

export const Invoice = named('Invoice', {
  id: z.string(),
  number: z.string().nullable(),
  customerId: z.string(),
  offerId: z.string().nullable(),
  scheduleId: z.string().nullable(),
  source: z.enum(invoiceSources),
  status: z.enum(invoiceStatuses),
  currency: z.string(),
  lineItems: z.array(InvoiceLineItem),
  vatRateBps: z.number().int(),
  subtotalAmountCents: z.number().int(),
  vatAmountCents: z.number().int(),
  totalAmountCents: z.number().int(),
  /** All credit notes together, including VAT. */
  creditedCents: z.number().int(),
  /** What the processor returned to the customer: refunds and lost disputes. */
  refundedCents: z.number().int(),
  /** What the customer still has to pay. 0 if the invoice is paid or void. */
  amountDueCents: z.number().int(),
  issueDate: Timestamp.nullable(),
  /** The day of `issueDate` in the organisation's time zone. */
  issuedOn: CalendarDay.nullable(),
  /** The end of the due day in the organisation's time zone. */
  dueDate: Timestamp.nullable(),
  dueOn: CalendarDay.nullable(),
  /** Null if unpaid. */
  paidAt: Timestamp.nullable(),
  seller: Seller.nullable(),
  buyer: Buyer.nullable(),
  mailed: InvoiceMailed.nullable(),
  paymentsInvoiceId: z.string().nullable(),
  paymentsAccountId: z.string().nullable(),
  paymentsHostedInvoiceUrl: z.string().nullable(),
  paymentsInvoicePdfUrl: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Invoice = z.infer<typeof Invoice>

/** An invoice in a list, with the customer's current name. */
export const InvoiceListItem = Invoice.extend({ customerName: z.string() }).meta({
  id: 'InvoiceListItem',
})
export type InvoiceListItem = z.infer<typeof InvoiceListItem>

/**
 * A finalized invoice with warnings for the user: what the law requires and the invoice lacks, and
 * what an e-invoice receiver may do.
 */
export const FinalizedInvoice = Invoice.extend({
  warnings: z.array(InvoiceWarning),
  eInvoiceWarnings: z.array(InvoiceWarning),
}).meta({
  id: 'FinalizedInvoice',
})
export type FinalizedInvoice = z.infer<typeof FinalizedInvoice>

const lines = z.array(InvoiceLineItem).min(1).max(500)
const either = (value: { offerId?: unknown; lineItems?: unknown }): boolean =>
  (value.offerId === undefined) !== (value.lineItems === undefined)

export const CreateInvoice = z
  .strictObject({
    customerId: z.string(),
    offerId: z.string().optional(),
    lineItems: lines.optional(),
    vatRateBps: VatRateBps.default(0),
    dueDate: DayOrMoment.nullable().optional(),
  })
  .refine(either, { message: 'Give either offerId or lineItems', path: ['lineItems'] })
export type CreateInvoice = z.output<typeof CreateInvoice>

export const UpdateInvoice = z
  .strictObject({
    customerId: z.string(),
    offerId: z.string(),
    lineItems: lines,
    vatRateBps: VatRateBps,
    dueDate: DayOrMoment.nullable(),
  })
  .partial()
  .refine((value) => value.offerId === undefined || value.lineItems === undefined, {
    message: 'Give offerId or lineItems, not both',
    path: ['lineItems'],
  })
export type UpdateInvoice = z.output<typeof UpdateInvoice>

const amount = z.coerce.number().int().min(-999_999_999_999).max(999_999_999_999).optional()

/** The first and last issue day of a period. */
export const issuedBetween = { from: DayOrMoment.optional(), to: DayOrMoment.optional() }

// Days depend on the time zone. Two moments less than a day out of order may fall on the same day
// there.
const slackMs = 86_400_000

/** Returns true unless a period ends before it begins. */
export const isIssuePeriod = ({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}): boolean => from === undefined || to === undefined || Date.parse(from) < Date.parse(to) + slackMs

export const endsBeforeItBegins = { message: 'The period ends before it begins', path: ['to'] }

const invoiceFilters = {
  /** Part of the invoice number, customer name or customer mail address, ignoring case. */
  q: z.string().trim().max(200).optional(),
  status: z.enum(invoiceStatuses).optional(),
  /** Returns only open invoices past their due date. */
  overdue: z.literal('true').optional(),
  source: z.enum(invoiceSources).optional(),
  customerId: z.string().optional(),
  ...issuedBetween,
  minCents: amount,
  maxCents: amount,
  sortBy: z.enum(['issueDate', 'dueDate', 'totalAmountCents', 'status']).default('issueDate'),
  sortDir: z.enum(['asc', 'desc']).default('desc'),
}

const isRange = ({
  minCents,
  maxCents,
}: {
  minCents?: number | undefined
  maxCents?: number | undefined
}) => minCents === undefined || maxCents === undefined || minCents <= maxCents
const endsBelow = { message: 'The range of amounts ends before it begins', path: ['maxCents'] }

/** The filters and sort order of the list and its export. */
export const InvoiceFilters = z
  .object(invoiceFilters)
  .refine(isIssuePeriod, endsBeforeItBegins)
  .refine(isRange, endsBelow)
export type InvoiceFilters = z.output<typeof InvoiceFilters>

/** The list filters, and the cell separator of the file. */
export const InvoiceExportQuery = z
  .object({
    ...invoiceFilters,
    separator: CsvSeparator.optional(),
  })
  .refine(isIssuePeriod, endsBeforeItBegins)
  .refine(isRange, endsBelow)
export type InvoiceExportQuery = z.output<typeof InvoiceExportQuery>

export const InvoiceListQuery = z
  .object({ ...invoiceFilters, cursor: z.string().max(300).optional(), ...pageQuery })
  .refine(isIssuePeriod, endsBeforeItBegins)
  .refine(isRange, endsBelow)
export type InvoiceListQuery = z.output<typeof InvoiceListQuery>

const invoicing = tagged('Invoicing')
const shown = invoicing.org.resource('/api/invoicing', byId, 'The invoice', Invoice, etag)
const managed = invoicing.admin.resource('/api/invoicing', byId, 'The invoice', Invoice, etag)
const finalized = invoicing.admin.resource(
  '/api/invoicing',
  byId,
  'The invoice',
  FinalizedInvoice,
  etag,
)
const seller = ok('The seller', Seller, etag)
/** The errors for a draft's lines. */
const draftErrors = [
  'amount_too_large',
  'too_many_lines',
  'currency_mismatch',
  'offer_archived',
  'offer_not_priced',
] as const

const InvoiceList = pageSchema(InvoiceListItem).extend({ next: nextCursor })

export const listInvoices = shown.list('listInvoices', InvoiceList, {
  sdk: 'invoices.list',
  summary: 'Invoices',
  description:
    '`q` finds a part of the number, or of the name or mail address of the customer. `overdue=true` leaves the open invoices after their due date. `from` and `to` are the first and the last day of issue in the organisation’s time zone; a draft has none. `cursor` goes on after the page that answered it as `next`, in the same order; `offset` counts from there.',
  query: InvoiceListQuery,
})

export const createInvoice = managed.create('createInvoice', {
  sdk: 'invoices.create',
  summary: 'Draft an invoice',
  description: 'The customer gets nothing before `finalize`, which gives the number.',
  body: CreateInvoice,
  errors: [...draftErrors, 'not_found'],
})

export const exportInvoices = invoicing.org.get('exportInvoices', '/api/invoicing/export.csv', {
  sdk: 'invoices.exportCsv',
  summary: 'The invoices of the list’s filters as CSV',
  description:
    'Amounts are in minor units, and again as decimals in the columns `subtotal`, `vat`, `total` and `amountDue`, with a comma behind a semicolon. The file begins with a byte order mark, so that spreadsheets read it as UTF-8.',
  query: InvoiceExportQuery,
  responses: file('CSV (RFC 4180)', 'text/csv'),
})

export const getSeller = invoicing.org.get('getSeller', '/api/invoicing/seller', {
  sdk: 'invoices.seller',
  summary: 'The seller on the invoices',
  responses: seller,
})

export const putSeller = invoicing.admin.put('putSeller', '/api/invoicing/seller', {
  sdk: 'invoices.setSeller',
  summary: 'Set the seller on the invoices',
  description:
    'For what is finalized from now on; an issued invoice keeps the seller that it has. `If-Match` with the ETag of a read refuses the change if somebody changed the seller since (412).',
  headers: ifMatch,
  body: PutSeller,
  responses: seller,
  errors: ['precondition_failed'],
})

export const getInvoice = shown.get('getInvoice', { sdk: 'invoices.get', summary: 'One invoice' })

export const updateInvoice = managed.update('updateInvoice', {
  sdk: 'invoices.update',
  summary: 'Change a draft',
  headers: ifMatch,
  body: UpdateInvoice,
  errors: ['invoice_not_draft', ...draftErrors, 'precondition_failed'],
})

export const finalizeInvoice = finalized.action('finalizeInvoice', 'finalize', {
  sdk: 'invoices.finalize',
  summary: 'Number and open a draft, and send it',
  description:
    'Lines, seller and customer are final. With a payment processor the account has to have charges enabled, and the processor mails the customer the page to pay on. Without one, the platform mails the invoice with its PDF. `warnings` name what the law asks for and the invoice lacks. With `If-Match` a draft that has changed since it was read stays a draft.',
  headers: ifMatch,
  idempotent: true,
  errors: [
    'precondition_failed',
    'invoice_changed',
    'invoice_not_draft',
    'amount_not_chargeable',
    'negative_total',
    'too_many_lines',
    'processor_failed_before',
    'processor_refused',
    'charges_not_enabled',
    'account_mismatch',
    'total_mismatch',
  ],
})

export const voidInvoice = managed.action('voidInvoice', 'void', {
  sdk: 'invoices.void',
  summary: 'Void an open invoice',
  description: 'At the processor first. A credited invoice is not voided: credit the rest of it.',
  errors: ['invoice_not_open', 'invoice_credited', 'processor_refused'],
})

export const resetInvoice = managed.action('resetInvoice', 'reset', {
  sdk: 'invoices.reset',
  summary: 'Reset an issued invoice without value to a draft',
  description:
    'For a total of zero. The draft keeps its number. Another issued invoice is credited instead.',
  errors: ['invoice_carries_value', 'invoice_not_issued', 'period_billed'],
})

export const syncInvoice = managed.action('syncInvoice', 'sync', {
  sdk: 'invoices.sync',
  summary: 'Fetch the invoice from the processor and apply its status',
  description:
    'For a payment whose event has not come; an invoice that is not there is answered as it is.',
  errors: ['not_configured'],
})

export const getInvoicePdf = shown.one.get('getInvoicePdf', '/pdf', {
  sdk: 'invoices.pdf',
  summary: 'A finalized invoice as a PDF of the platform',
  responses: file('The PDF', 'application/pdf'),
  errors: ['invoice_not_issued'],
})
