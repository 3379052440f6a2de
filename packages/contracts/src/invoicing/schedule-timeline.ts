import { z } from 'zod'
import { byId, Timestamp } from '../core/schemas.ts'
import { page, tagged } from '../core/tagged.ts'
import { intervals } from './money.ts'
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
  unitAmountCents: z.number().int(),
  currency: z.string(),
  interval: z.enum(intervals),
})

/** The facts of an entry. Which are set depends on its kind. */
export const ScheduleHistoryDetail = z
  .object({
    skippedPeriods: z.number().int(),
    catchUp: z.boolean(),
    /** The failed or retried period. */
    period: Timestamp,
    code: z.string(),
    reason: z.string(),
    from: Price,
    to: Price,
    /** When the changed price is first billed. */
    since: Timestamp,
    endsAt: Timestamp.nullable(),
    periods: z.number().int().nullable(),
    vatRateBps: z.number().int(),
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
  summary: 'The events of a schedule, and their authors',
  query: BillingTimelineQuery,
  responses: page(ScheduleTimelineEntry),
})
