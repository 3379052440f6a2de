import { etag, ifMatch } from '../core/headers.ts'
import { byId, nextCursor, pageSchema } from '../core/schemas.ts'
import { file, ok, tagged } from '../core/tagged.ts'
import { InvoiceExportQuery, InvoiceListQuery } from './invoice-filters.ts'
import { SendInvoice } from './invoice-mail.ts'
import {
  CreateInvoice,
  FinalizedInvoice,
  Invoice,
  InvoiceDetails,
  InvoiceListItem,
  UpdateInvoice,
} from './invoices.ts'
import { PutSeller, Seller } from './parties/seller.ts'

const invoicing = tagged('Invoicing')
const shown = invoicing.org.resource('/api/invoicing', byId, 'The invoice', InvoiceDetails, etag)
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
  'vat_rate_invalid',
  'service_period_invalid',
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
    '`q` finds part of the number, or of the customer’s name or email address. `overdue=true` returns only open invoices past their due date. `from` and `to` are the first and last issue day in the organisation’s time zone. Drafts have no issue day. `cursor` continues after the page that returned it as `next`, in the same order, and `offset` counts from there.',
  query: InvoiceListQuery,
  example: { query: { status: 'open', sortBy: 'dueDate', sortDir: 'asc', limit: 10 } },
})

export const createInvoice = managed.create('createInvoice', {
  sdk: 'invoices.create',
  summary: 'Draft an invoice',
  description:
    'The customer gets nothing until you `finalize` the invoice, which also gives it its number.',
  body: CreateInvoice,
  errors: [...draftErrors, 'not_found'],
  example: {
    body: {
      customerId: '{createCustomer.id}',
      lineItems: [
        { description: 'Rye bread, 1 kg', quantity: 40, unitAmountCents: 420 },
        { description: 'Croissants', quantity: 120, unitAmountCents: 95 },
      ],
      vatRateBps: 550,
    },
  },
})

export const exportInvoices = invoicing.org.get('exportInvoices', '/api/invoicing/export.csv', {
  sdk: 'invoices.exportCsv',
  summary: 'Invoices as CSV, with the filters of the list',
  description:
    'Amounts are in minor units. The columns `subtotal`, `vat`, `total` and `amountDue` repeat them as decimals, with a decimal comma if cells are separated by semicolons. The file begins with a byte order mark, so that spreadsheets read it as UTF-8.',
  query: InvoiceExportQuery,
  responses: file('CSV (RFC 4180)', 'text/csv'),
  example: { query: { status: 'open' } },
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
    'Applies to invoices that are finalized from now on. An issued invoice keeps its seller. If you send the ETag of a read as `If-Match`, the change is refused (412) when somebody has changed the seller since.',
  headers: ifMatch,
  body: PutSeller,
  responses: seller,
  errors: ['precondition_failed'],
  example: {
    body: {
      name: 'Example Bakery SARL',
      line1: '3 rue du Four',
      postalCode: '13001',
      city: 'Marseille',
      country: 'FR',
      taxId: 'FR32123456789',
      registration: '123 456 789 RCS Marseille',
      legalForm: 'SARL',
      shareCapital: '10 000 EUR',
      email: 'bonjour@bakery.example',
      iban: 'FR76 3000 6000 0112 3456 7890 189',
      bic: 'AGRIFRPP',
      bankName: 'Banque de Marseille',
    },
  },
})

export const getInvoice = shown.get('getInvoice', { sdk: 'invoices.get', summary: 'One invoice' })

export const updateInvoice = managed.update('updateInvoice', {
  sdk: 'invoices.update',
  summary: 'Change a draft',
  description:
    'Of an issued invoice only `remindersPaused` can be changed, in a request of its own.',
  headers: ifMatch,
  body: UpdateInvoice,
  errors: ['invoice_not_draft', ...draftErrors, 'precondition_failed'],
  example: {
    body: {
      lineItems: [
        { description: 'Rye bread, 1 kg', quantity: 42, unitAmountCents: 420 },
        { description: 'Croissants', quantity: 120, unitAmountCents: 95 },
      ],
    },
  },
})

export const finalizeInvoice = finalized.action('finalizeInvoice', 'finalize', {
  sdk: 'invoices.finalize',
  summary: 'Give a draft its number, open it and send it',
  description:
    'Lines, seller and customer become final. With a payment processor, the account must have charges enabled, and the processor mails the customer a payment page. Without a processor, the platform mails the invoice with its PDF, and the body can choose recipients and a message. `warnings` lists what the law requires and the invoice lacks. If you send `If-Match` and the draft has changed since you read it, it remains a draft.',
  headers: ifMatch,
  body: SendInvoice,
  bodyOptional: true,
  idempotent: true,
  errors: [
    'precondition_failed',
    'invoice_changed',
    'invoice_not_draft',
    'sender_not_verified',
    'mail_limit',
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
  description:
    'The processor voids it first. You cannot void an invoice with payments or credit notes. Credit the rest of it instead.',
  errors: ['invoice_not_open', 'invoice_credited', 'invoice_carries_value', 'processor_refused'],
  example: { params: { id: '{wrong.id}' } },
})

export const resetInvoice = managed.action('resetInvoice', 'reset', {
  sdk: 'invoices.reset',
  summary: 'Reset an issued invoice without value to a draft',
  description:
    'Only for a total of zero. The draft keeps its number. Credit any other issued invoice instead.',
  errors: ['invoice_carries_value', 'invoice_not_issued', 'period_billed'],
  example: { params: { id: '{free.id}' } },
})

export const syncInvoice = managed.action('syncInvoice', 'sync', {
  sdk: 'invoices.sync',
  summary: 'Fetch the invoice from the processor and apply its status',
  description:
    'Use it if the event for a payment has not arrived. An invoice that is not at the processor is returned unchanged.',
  errors: ['not_configured'],
})

export const getInvoicePdf = shown.one.get('getInvoicePdf', '/pdf', {
  sdk: 'invoices.pdf',
  summary: 'A finalized invoice as a PDF by the platform',
  responses: file('The PDF', 'application/pdf'),
  errors: ['invoice_not_issued'],
})
