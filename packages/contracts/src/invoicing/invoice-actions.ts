import { z } from 'zod'
import { etag } from '../core/headers.ts'
import { byId, DayOrMoment, visible } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { InvoiceMailPreview, SendInvoice } from './invoice-mail.ts'
import { Invoice } from './invoices.ts'

const text = (longest: number) => z.string().trim().max(longest).regex(visible, 'Enter a text')

/** A payment outside the processor: time, method (`bank_transfer`, `cash`, …) and reference. */
export const MarkInvoicePaid = z.strictObject({
  paidAt: DayOrMoment.describe('The day or time of the payment, not in the future.'),
  method: text(100).describe('How it was paid, for example `bank_transfer` or `cash`.'),
  reference: text(200)
    .nullable()
    .default(null)
    .describe('The payment’s reference. Null if it has none.'),
})
export type MarkInvoicePaid = z.output<typeof MarkInvoicePaid>

const invoicing = tagged('Invoicing').admin
const managed = invoicing.resource('/api/invoicing', byId, 'The invoice', Invoice, etag)

export const sendInvoice = managed.one.post('sendInvoice', '/send', {
  sdk: 'invoices.send',
  summary: 'Mail an open invoice to its customer again',
  description:
    'Sends the PDF, at most ten times in 24 hours. The platform sends it, also for an invoice at the payment processor. The email leaves within seconds, in the customer’s language. `mailed` and the timeline then show it. Repeating the request with the same `Idempotency-Key` sends one email.',
  body: SendInvoice,
  bodyOptional: true,
  idempotent: true,
  responses: ok('The invoice', Invoice, etag),
  errors: [
    'invoice_not_open',
    'nothing_due',
    'sender_not_verified',
    'mail_limit',
    'processor_refused',
  ],
})

export const previewInvoiceMail = managed.one.post('previewInvoiceMail', '/send/preview', {
  sdk: 'invoices.previewMail',
  summary: 'The mail that finalizing or sending the invoice would send',
  description: 'Sends nothing. The number of a draft is shown as `…`.',
  body: SendInvoice,
  bodyOptional: true,
  responses: ok('The mail', InvoiceMailPreview),
  errors: ['invoice_not_open', 'nothing_due'],
  example: { body: { message: 'Thank you!' } },
})

export const markInvoicePaid = managed.action('markInvoicePaid', 'mark-paid', {
  sdk: 'invoices.markPaid',
  summary: 'Record a payment outside the processor for an open invoice',
  description:
    'The invoice is closed at the processor first, so that the customer cannot pay it there again.',
  body: MarkInvoicePaid,
  idempotent: true,
  errors: [
    'invoice_not_open',
    'nothing_due',
    'paid_in_future',
    'not_configured',
    'processor_refused',
  ],
  example: {
    params: { id: '{transferred.id}' },
    body: {
      paidAt: '2026-03-02T08:30:00.000Z',
      method: 'bank_transfer',
      reference: 'Cake of the 12th',
    },
  },
})
