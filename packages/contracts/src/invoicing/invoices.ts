import { z } from 'zod'
import { Moment } from '../board/card.ts'
import { defineOperation } from '../core/operation.ts'
import { pageOf, pageQuery, Timestamp } from '../core/schemas.ts'
import type { ErrorCode } from '../errors/index.ts'
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

/** What finalizing answers: the invoice, and what a person should look at although nothing was refused. */
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

const Amounts = z.object({
  currency: z.string(),
  paidCents: z.number().int(),
  outstandingCents: z.number().int(),
  overdueCents: z.number().int(),
  counts: z.object({
    draft: z.number().int(),
    open: z.number().int(),
    paid: z.number().int(),
    void: z.number().int(),
    uncollectible: z.number().int(),
    overdue: z.number().int(),
  }),
})
/** The top level is the organisation's most used currency. */
export const InvoiceSummary = Amounts.extend({ byCurrency: z.array(Amounts) }).meta({ id: 'InvoiceSummary' })
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

const byId = z.object({ id: z.string() })
const tag = 'Invoicing'
const versioned = { etag: 'Strong tag of this version' }
const one = { description: 'The invoice', schema: Invoice, headers: versioned }

export const listInvoices = defineOperation({
  id: 'listInvoices',
  method: 'get',
  path: '/api/invoicing',
  tag,
  summary: 'Invoices',
  access: 'org',
  query: z.object({ ...invoiceFilters, ...pageQuery }),
  responses: { 200: { description: 'A page of invoices', schema: pageOf(Invoice) } },
})

export const createInvoice = defineOperation({
  id: 'createInvoice',
  method: 'post',
  path: '/api/invoicing',
  tag,
  summary: 'Draft an invoice',
  access: 'admin',
  idempotent: true,
  body: CreateInvoice,
  responses: { 201: one },
  errors: ['amount_too_large', 'currency_mismatch', 'offer_archived', 'offer_not_priced', 'not_found'],
})

export const summariseInvoices = defineOperation({
  id: 'summariseInvoices',
  method: 'get',
  path: '/api/invoicing/summary',
  tag,
  summary: 'What is paid, outstanding and overdue',
  access: 'org',
  responses: { 200: { description: 'The summary', schema: InvoiceSummary } },
})

export const exportInvoices = defineOperation({
  id: 'exportInvoices',
  method: 'get',
  path: '/api/invoicing/export.csv',
  tag,
  summary: 'The invoices of the list’s filters as CSV',
  access: 'org',
  query: z.object(invoiceFilters),
  responses: { 200: { description: 'CSV (RFC 4180)', content: { 'text/csv': z.string() } } },
})

export const getSeller = defineOperation({
  id: 'getSeller',
  method: 'get',
  path: '/api/invoicing/seller',
  tag,
  summary: 'Who the invoices are from',
  access: 'org',
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
  id: 'getInvoice',
  method: 'get',
  path: '/api/invoicing/{id}',
  tag,
  summary: 'One invoice',
  access: 'org',
  params: byId,
  responses: { 200: one },
})

export const updateInvoice = defineOperation({
  id: 'updateInvoice',
  method: 'patch',
  path: '/api/invoicing/{id}',
  tag,
  summary: 'Change a draft',
  access: 'admin',
  params: byId,
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

const move = <const I extends string, const V extends string>(
  id: I,
  verb: V,
  summary: string,
  errors: readonly ErrorCode[],
) =>
  defineOperation({
    id,
    method: 'post',
    path: `/api/invoicing/{id}/${verb}`,
    tag,
    summary,
    access: 'admin',
    params: byId,
    responses: { 200: one },
    errors,
  })

export const finalizeInvoice = defineOperation({
  id: 'finalizeInvoice',
  method: 'post',
  path: '/api/invoicing/{id}/finalize',
  tag,
  summary: 'Number and open a draft, and send it',
  access: 'admin',
  idempotent: true,
  params: byId,
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
export const voidInvoice = move('voidInvoice', 'void', 'Void an open invoice', [
  'invoice_not_open',
  'processor_refused',
  'unavailable',
])
export const resetInvoice = move(
  'resetInvoice',
  'reset',
  'Take an issued invoice without value back to draft',
  ['invoice_carries_value', 'period_billed'],
)
export const syncInvoice = move(
  'syncInvoice',
  'sync',
  'Fetch the invoice from the processor and apply what it says',
  ['not_configured', 'unavailable'],
)

export const getInvoicePdf = defineOperation({
  id: 'getInvoicePdf',
  method: 'get',
  path: '/api/invoicing/{id}/pdf',
  tag,
  summary: 'Our own rendering of a finalized invoice',
  access: 'org',
  params: byId,
  responses: { 200: { description: 'The PDF', content: { 'application/pdf': z.string() } } },
  errors: ['invoice_not_issued'],
})
