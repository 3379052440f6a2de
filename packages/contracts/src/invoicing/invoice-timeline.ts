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
  'credited',
  'credit_refused',
  'reset',
  'refunded',
  'disputed',
  'dispute_won',
  'dispute_lost',
] as const
export type InvoiceHistoryKind = (typeof invoiceHistoryKinds)[number]

/** The facts of an entry, as far as its kind has them. */
export const InvoiceHistoryDetail = z
  .object({
    /** The number that an opened invoice was given, or that of a credit note. */
    number: z.string(),
    /** Why the mail failed, why a part of the invoice was credited, why the processor refused the note, or why the customer disputes the payment. */
    reason: z.string(),
    /** Of a payment outside the processor: when it came, how, and its reference. */
    paidAt: Timestamp,
    method: z.string(),
    reference: z.string(),
    /** The total of a credit note, the refunded amount or the disputed one, in minor units. */
    amountCents: z.number().int(),
    /** The currency of a refunded or disputed amount. */
    currency: z.string(),
    /** The change of the money that went back: of a refund and a lost dispute, negative if a lost dispute is won later. */
    returnedCents: z.number().int(),
    /** Of a reminder: days after the due date, negative before it. */
    days: z.number().int(),
  })
  .partial()
export type InvoiceHistoryDetail = z.infer<typeof InvoiceHistoryDetail>

/** An event of an invoice. The agents of `author` are `processor` and `invoicing`, the platform itself. */
export const InvoiceTimelineEntry = timelineEntry(
  'InvoiceTimelineEntry',
  invoiceHistoryKinds,
  InvoiceHistoryDetail,
)
export type InvoiceTimelineEntry = z.infer<typeof InvoiceTimelineEntry>

const invoice = tagged('Invoicing').org.at('/api/invoicing/{id}', byId)

export const listInvoiceTimeline = invoice.get('listInvoiceTimeline', '/timeline', {
  summary: 'The events of an invoice, and their authors',
  query: BillingTimelineQuery,
  responses: page(InvoiceTimelineEntry),
})
