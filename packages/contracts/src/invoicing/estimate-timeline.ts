import { z } from 'zod'
import { byId } from '../core/schemas.ts'
import { page, tagged } from '../core/tagged.ts'
import { BillingTimelineQuery, timelineEntry } from './timeline-entry.ts'

export const estimateHistoryKinds = [
  'drafted',
  'changed',
  'sent',
  'accepted',
  'declined',
  'invoiced',
] as const
export type EstimateHistoryKind = (typeof estimateHistoryKinds)[number]

/** An entry's facts. Which are set depends on its kind. */
export const EstimateHistoryDetail = z
  .object({
    number: z.string().describe('The estimate’s number when it was sent.'),
    to: z.array(z.string()).describe('The recipients of the mail.'),
    cc: z.array(z.string()).describe('The recipients of a copy of the mail.'),
    message: z.string().describe('Your own text in the mail.'),
    name: z.string().describe('The name of who accepted it.'),
    reason: z.string().describe('Why the customer declined it.'),
    invoiceId: z.string().describe('The invoice that was made from it.'),
  })
  .partial()
export type EstimateHistoryDetail = z.infer<typeof EstimateHistoryDetail>

/**
 * An event in an estimate's history. Possible agents in `author` are `customer` and `invoicing`
 * (the platform itself, for events before histories were kept).
 */
export const EstimateTimelineEntry = timelineEntry(
  'EstimateTimelineEntry',
  estimateHistoryKinds,
  EstimateHistoryDetail,
)
export type EstimateTimelineEntry = z.infer<typeof EstimateTimelineEntry>

const estimate = tagged('Estimates').org.at('/api/estimates/{id}', byId)

export const listEstimateTimeline = estimate.get('listEstimateTimeline', '/timeline', {
  sdk: 'estimates.timeline',
  summary: 'The events of an estimate, with their authors',
  query: BillingTimelineQuery,
  responses: page(EstimateTimelineEntry),
  example: { query: { sortDir: 'asc', limit: 10 } },
})
