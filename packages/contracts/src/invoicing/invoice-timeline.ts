import { z } from 'zod'
import { byId, Timestamp } from '../core/schemas.ts'
import { page, tagged } from '../core/tagged.ts'
import { BillingTimelineQuery, timelineEntry } from './timeline-entry.ts'

export const invoiceHistoryKinds = [
  'drafted',
  'opened',
  'mailed',
  'mail_failed',
  'reminded',
  'paid',
  'voided',
  'uncollectible',
  'payment_recorded',
  'payment_undone',
  'credited',
  'credit_refused',
  'reset',
  'refunded',
  'disputed',
  'dispute_won',
  'dispute_lost',
] as const
export type InvoiceHistoryKind = (typeof invoiceHistoryKinds)[number]

/** An entry's facts. Which are set depends on its kind. */
export const InvoiceHistoryDetail = z
  .object({
    number: z.string().describe('The number given to the invoice or the credit note.'),
    reason: z
      .string()
      .describe(
        'Why the mail failed, the invoice was credited, the processor refused the credit note, or the customer disputes the payment.',
      ),
    paidAt: Timestamp.describe('When the invoice was paid outside the processor.'),
    method: z
      .string()
      .describe('How it was paid outside the processor, for example `bank_transfer`.'),
    reference: z.string().describe('The reference of the payment outside the processor.'),
    amountCents: z
      .number()
      .int()
      .describe(
        'The total of the credit note including VAT, or the paid, refunded or disputed amount, in minor units.',
      ),
    currency: z.string().describe('The ISO 4217 currency code of the payment, refund or dispute.'),
    returnedCents: z
      .number()
      .int()
      .describe(
        'What a refund or lost dispute returned to the customer, in minor units. Negative if a lost dispute is won later.',
      ),
    days: z
      .number()
      .int()
      .describe('The days from the due date to the reminder. Negative before the due date.'),
    to: z.array(z.string()).describe('The recipients of the mail.'),
    cc: z.array(z.string()).describe('The recipients of a copy of the mail.'),
    subject: z.string().describe('The subject of the mail.'),
    text: z.string().describe('What the mail said.'),
  })
  .partial()
export type InvoiceHistoryDetail = z.infer<typeof InvoiceHistoryDetail>

/**
 * An event in an invoice's history. Possible agents in `author` are `processor` and `invoicing`
 * (the platform itself).
 */
export const InvoiceTimelineEntry = timelineEntry(
  'InvoiceTimelineEntry',
  invoiceHistoryKinds,
  InvoiceHistoryDetail,
)
export type InvoiceTimelineEntry = z.infer<typeof InvoiceTimelineEntry>

const invoice = tagged('Invoicing').org.at('/api/invoicing/{id}', byId)

export const listInvoiceTimeline = invoice.get('listInvoiceTimeline', '/timeline', {
  sdk: 'invoices.timeline',
  summary: 'The events of an invoice, with their authors',
  query: BillingTimelineQuery,
  responses: page(InvoiceTimelineEntry),
  example: { query: { sortDir: 'asc', limit: 10 } },
})
