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

/** The facts of an entry. Which are set depends on its kind. */
export const InvoiceHistoryDetail = z
  .object({
    /** The number given to a finalized invoice or a credit note. */
    number: z.string(),
    /**
     * Why the mail failed, a credit note was made, the processor refused the note, or the customer
     * disputes the payment.
     */
    reason: z.string(),
    /** Set for a payment outside the processor, with its method and reference. */
    paidAt: Timestamp,
    method: z.string(),
    reference: z.string(),
    /** The total of a credit note, or the refunded or disputed amount, in minor units. */
    amountCents: z.number().int(),
    /** The currency for a refund or dispute. */
    currency: z.string(),
    /**
     * What a refund or lost dispute returned to the customer, in minor units. Negative if a lost
     * dispute is won later.
     */
    returnedCents: z.number().int(),
    /** The days of a reminder after the due date. Negative before it. */
    days: z.number().int(),
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
  summary: 'The events of an invoice, and their authors',
  query: BillingTimelineQuery,
  responses: page(InvoiceTimelineEntry),
})
