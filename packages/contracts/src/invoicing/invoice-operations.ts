import { etag, ifMatch } from '../core/headers.ts'
import { byId, nextCursor, pageSchema } from '../core/schemas.ts'
import { file, ok, tagged } from '../core/tagged.ts'
import { InvoiceExportQuery, InvoiceListQuery } from './invoice-filters.ts'
import {
  CreateInvoice,
  FinalizedInvoice,
  Invoice,
  InvoiceListItem,
  UpdateInvoice,
} from './invoices.ts'
import { PutSeller, Seller } from './parties.ts'

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
