import { z } from 'zod'
import { byId, Timestamp } from '../core/schemas.ts'
import { page, tagged } from '../core/tagged.ts'
import { intervals } from './money/money.ts'
import { BillingTimelineQuery, timelineEntry } from './timeline-entry.ts'

export const scheduleHistoryKinds = [
  'created',
  'paused',
  'resumed',
  'cancelled',
  'changed',
  'completed',
  'failed',
  'retried',
  'price_changed',
  'adopted',
  'announced',
] as const
export type ScheduleHistoryKind = (typeof scheduleHistoryKinds)[number]

const Price = z.object({
  unitAmountCents: z
    .number()
    .int()
    .describe('The price of a period excluding VAT, in minor units.'),
  currency: z.string().describe('The price’s ISO 4217 currency code.'),
  interval: z.enum(intervals).describe('The length of a period.'),
})

/** An entry's facts. Which are set depends on its kind. */
export const ScheduleHistoryDetail = z
  .object({
    skippedPeriods: z
      .number()
      .int()
      .describe('The number of periods that were skipped when the schedule resumed.'),
    catchUp: z.boolean().describe('True if the periods of the pause are billed.'),
    period: Timestamp.describe('The start of the period that failed or was retried.'),
    code: z.string().describe('The error code.'),
    reason: z.string().describe('The error in words.'),
    from: Price.describe('The terms before the change.'),
    to: Price.describe('The terms after the change.'),
    since: Timestamp.describe('When the changed price is first billed.'),
    endsAt: Timestamp.nullable().describe('The new end. Null if the end was removed.'),
    periods: z
      .number()
      .int()
      .nullable()
      .describe('The new number of periods. Null if the limit was removed.'),
    vatRateBps: z.number().int().describe('The new VAT rate in basis points.'),
    nextInvoiceDate: Timestamp.describe('The new day of the next invoice.'),
  })
  .partial()
export type ScheduleHistoryDetail = z.infer<typeof ScheduleHistoryDetail>

/**
 * An event in a schedule's history. The only agent in `author` is `invoicing` (the platform
 * itself).
 */
export const ScheduleTimelineEntry = timelineEntry(
  'ScheduleTimelineEntry',
  scheduleHistoryKinds,
  ScheduleHistoryDetail,
)
export type ScheduleTimelineEntry = z.infer<typeof ScheduleTimelineEntry>

const schedule = tagged('Schedules').org.at('/api/invoicing/schedules/{id}', byId)

export const listScheduleTimeline = schedule.get('listScheduleTimeline', '/timeline', {
  sdk: 'invoices.schedules.timeline',
  summary: 'The events of a schedule, with their authors',
  query: BillingTimelineQuery,
  responses: page(ScheduleTimelineEntry),
  example: { query: { sortDir: 'asc', limit: 10 } },
})
