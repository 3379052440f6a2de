import { z } from 'zod'
import { etag } from '../core/headers.ts'
import { byId, DayOrMoment, visible } from '../core/schemas.ts'
import { tagged } from '../core/tagged.ts'
import { Invoice } from './invoices.ts'

const text = (longest: number) => z.string().trim().max(longest).regex(visible, 'The text is empty')

/** A payment outside the processor: its time, its method (`bank_transfer`, `cash`, …) and its reference. */
export const MarkInvoicePaid = z.strictObject({
  paidAt: DayOrMoment,
  method: text(100),
  reference: text(200).nullable().default(null),
})
export type MarkInvoicePaid = z.output<typeof MarkInvoicePaid>

const invoicing = tagged('Invoicing').admin
const managed = invoicing.resource('/api/invoicing', byId, 'The invoice', Invoice, etag)

export const sendInvoice = managed.action('sendInvoice', 'send', {
  summary: 'Mail an open invoice to its customer again',
  description:
    'Through the processor, ten times in 24 hours at most. A repetition under the same `Idempotency-Key` mails once, after an unknown outcome as well.',
  idempotent: true,
  errors: ['invoice_not_open', 'nothing_due', 'invoice_not_mirrored', 'not_configured', 'processor_refused'],
})

export const markInvoicePaid = managed.action('markInvoicePaid', 'mark-paid', {
  summary: 'Record the payment of an open invoice outside the processor',
  description: 'The invoice is closed at the processor first, so that it cannot be paid there again.',
  body: MarkInvoicePaid,
  idempotent: true,
  errors: ['invoice_not_open', 'nothing_due', 'paid_in_future', 'not_configured', 'processor_refused'],
})
