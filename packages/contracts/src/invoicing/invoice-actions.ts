import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { etag } from '../core/headers.ts'
import { byId, DayOrMoment, named, visible } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
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

const addresses = z.array(EmailAddress).max(10)

/** The recipients and an optional message. The default recipient is the customer. */
export const SendInvoice = z.strictObject({
  to: addresses
    .min(1)
    .optional()
    .describe('The recipients, at most 10. By default those of the invoice, else of the customer.'),
  cc: addresses
    .optional()
    .describe(
      'The recipients of a copy, at most 10. By default the usual ones, if `to` is left out.',
    ),
  message: text(5_000).optional().describe('Your own text, placed before the email’s text.'),
})
export type SendInvoice = z.output<typeof SendInvoice>

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

/** A mail about an invoice as its recipients will see it. */
export const InvoiceMailPreview = named('InvoiceMailPreview', {
  sentBy: z
    .enum(['atrium', 'processor'])
    .describe(
      '`processor` if finalizing the draft lets the payment processor mail it with its own text.',
    ),
  to: z.array(z.string()).describe('The recipients.'),
  cc: z.array(z.string()).describe('The recipients of a copy.'),
  subject: z.string().describe('The subject.'),
  text: z.string().describe('The mail as text.'),
  html: z.string().describe('The mail as HTML. The logo is inside it.'),
})
export type InvoiceMailPreview = z.output<typeof InvoiceMailPreview>

export const previewInvoiceMail = managed.one.post('previewInvoiceMail', '/send/preview', {
  sdk: 'invoices.previewMail',
  summary: 'The mail that finalizing or sending the invoice would send',
  description: 'Sends nothing. The number of a draft is shown as `…`.',
  body: SendInvoice,
  bodyOptional: true,
  responses: ok('The mail', InvoiceMailPreview),
  errors: ['invoice_not_open', 'nothing_due'],
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
})
