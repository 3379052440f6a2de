import { z } from 'zod'
import { Moment } from '../board/card.ts'
import { defineOperation } from '../core/operation.ts'
import { pageOf, pageQuery, Timestamp } from '../core/schemas.ts'
import { Cents, VatRateBps } from './money.ts'
import { Buyer, InvoiceMailed, InvoiceWarning, PutSeller, Seller } from './parties.ts'

export const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const
export const invoiceSources = ['one_off', 'recurring'] as const

/** A line, entered excluding VAT. `quantity` is positive with at most four decimals. */
export const InvoiceLineItem = z.strictObject({
  description: z.string().trim().min(1).max(500),
  quantity: z
    .number()
    .positive()
    .max(1_000_000)
    .refine((value) => Number.isInteger(Number((value * 10_000).toFixed(6))), 'At most four decimals'),
  unitAmountCents: Cents,
})
export type InvoiceLineItem = z.infer<typeof InvoiceLineItem>

export const Invoice = z
  .object({
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
    issueDate: Timestamp.nullable(),
    dueDate: Timestamp.nullable(),
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
  .meta({ id: 'Invoice' })
export type Invoice = z.infer<typeof Invoice>

/** A finalized invoice with the warnings for a person. */
export const FinalizedInvoice = Invoice.extend({ warnings: z.array(InvoiceWarning) }).meta({
  id: 'FinalizedInvoice',
})
export type FinalizedInvoice = z.infer<typeof FinalizedInvoice>

const lines = z.array(InvoiceLineItem).min(1).max(200)
const either = (value: { offerId?: unknown; lineItems?: unknown }): boolean =>
  (value.offerId === undefined) !== (value.lineItems === undefined)

export const CreateInvoice = z
  .strictObject({
    customerId: z.string(),
    offerId: z.string().optional(),
    lineItems: lines.optional(),
    vatRateBps: VatRateBps.default(0),
    dueDate: Moment.optional(),
  })
  .refine(either, { message: 'Give either offerId or lineItems', path: ['lineItems'] })
export type CreateInvoice = z.output<typeof CreateInvoice>

export const UpdateInvoice = z
  .strictObject({
    customerId: z.string(),
    offerId: z.string(),
    lineItems: lines,
    vatRateBps: VatRateBps,
    dueDate: Moment.nullable(),
  })
  .partial()
  .refine((value) => value.offerId === undefined || value.lineItems === undefined, {
    message: 'Give offerId or lineItems, not both',
    path: ['lineItems'],
  })
export type UpdateInvoice = z.output<typeof UpdateInvoice>

export const invoiceFilters = {
  status: z.enum(invoiceStatuses).optional(),
  source: z.enum(invoiceSources).optional(),
  customerId: z.string().optional(),
  sortBy: z.enum(['issueDate', 'dueDate', 'totalAmountCents', 'status']).default('issueDate'),
  sortDir: z.enum(['asc', 'desc']).default('desc'),
}

const int = z.number().int()
const Amounts = z.object({
  currency: z.string(),
  paidCents: int,
  outstandingCents: int,
  overdueCents: int,
  counts: z.object({ draft: int, open: int, paid: int, void: int, uncollectible: int, overdue: int }),
})
/** The top level is the organisation's most used currency. */
export const InvoiceSummary = Amounts.extend({ byCurrency: z.array(Amounts) }).meta({ id: 'InvoiceSummary' })
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

const tag = 'Invoicing'
const params = z.object({ id: z.string() })
const read = { method: 'get', tag, access: 'org' } as const
const readOne = { ...read, params } as const
const write = { method: 'post', tag, access: 'admin' } as const
const writeOne = { ...write, params } as const
const one = { description: 'The invoice', schema: Invoice, headers: { etag: 'Strong tag of this version' } }

export const listInvoices = defineOperation({
  ...read,
  id: 'listInvoices',
  path: '/api/invoicing',
  summary: 'Invoices',
  query: z.object({ ...invoiceFilters, ...pageQuery }),
  responses: { 200: { description: 'A page of invoices', schema: pageOf(Invoice) } },
})

export const createInvoice = defineOperation({
  ...write,
  id: 'createInvoice',
  path: '/api/invoicing',
  summary: 'Draft an invoice',
  idempotent: true,
  body: CreateInvoice,
  responses: { 201: one },
  errors: ['amount_too_large', 'currency_mismatch', 'offer_archived', 'offer_not_priced', 'not_found'],
})

export const summariseInvoices = defineOperation({
  ...read,
  id: 'summariseInvoices',
  path: '/api/invoicing/summary',
  summary: 'What is paid, outstanding and overdue',
  responses: { 200: { description: 'The summary', schema: InvoiceSummary } },
})

export const exportInvoices = defineOperation({
  ...read,
  id: 'exportInvoices',
  path: '/api/invoicing/export.csv',
  summary: 'The invoices of the list’s filters as CSV',
  query: z.object(invoiceFilters),
  responses: { 200: { description: 'CSV (RFC 4180)', content: { 'text/csv': z.string() } } },
})

export const getSeller = defineOperation({
  ...read,
  id: 'getSeller',
  path: '/api/invoicing/seller',
  summary: 'Who the invoices are from',
  responses: { 200: { description: 'The seller', schema: Seller } },
})

export const putSeller = defineOperation({
  id: 'putSeller',
  method: 'put',
  path: '/api/invoicing/seller',
  tag,
  summary: 'Set who the invoices are from',
  access: 'admin',
  body: PutSeller,
  responses: { 200: { description: 'The seller', schema: Seller } },
})

export const getInvoice = defineOperation({
  ...readOne,
  id: 'getInvoice',
  path: '/api/invoicing/{id}',
  summary: 'One invoice',
  responses: { 200: one },
})

export const updateInvoice = defineOperation({
  id: 'updateInvoice',
  method: 'patch',
  path: '/api/invoicing/{id}',
  tag,
  summary: 'Change a draft',
  access: 'admin',
  params,
  body: UpdateInvoice,
  responses: { 200: one },
  errors: [
    'amount_too_large',
    'invoice_not_draft',
    'currency_mismatch',
    'offer_archived',
    'offer_not_priced',
    'precondition_failed',
  ],
})

export const finalizeInvoice = defineOperation({
  ...writeOne,
  id: 'finalizeInvoice',
  path: '/api/invoicing/{id}/finalize',
  summary: 'Number and open a draft, and send it',
  idempotent: true,
  responses: { 200: { ...one, schema: FinalizedInvoice } },
  errors: [
    'invoice_changed',
    'invoice_not_draft',
    'negative_total',
    'processor_failed_before',
    'processor_refused',
    'charges_not_enabled',
    'account_mismatch',
    'total_mismatch',
    'unavailable',
  ],
})

export const voidInvoice = defineOperation({
  ...writeOne,
  id: 'voidInvoice',
  path: '/api/invoicing/{id}/void',
  summary: 'Void an open invoice',
  responses: { 200: one },
  errors: ['invoice_not_open', 'processor_refused', 'unavailable'],
})

export const resetInvoice = defineOperation({
  ...writeOne,
  id: 'resetInvoice',
  path: '/api/invoicing/{id}/reset',
  summary: 'Take an issued invoice without value back to draft',
  responses: { 200: one },
  errors: ['invoice_carries_value', 'period_billed'],
})

export const syncInvoice = defineOperation({
  ...writeOne,
  id: 'syncInvoice',
  path: '/api/invoicing/{id}/sync',
  summary: 'Fetch the invoice from the processor and apply what it says',
  responses: { 200: one },
  errors: ['not_configured', 'unavailable'],
})

export const getInvoicePdf = defineOperation({
  ...readOne,
  id: 'getInvoicePdf',
  path: '/api/invoicing/{id}/pdf',
  summary: 'Our own rendering of a finalized invoice',
  responses: { 200: { description: 'The PDF', content: { 'application/pdf': z.string() } } },
  errors: ['invoice_not_issued'],
})
