import { z } from 'zod'
import { CalendarDay, CreatedAt, DayOrMoment, named, RecordId, Timestamp } from '../core/schemas.ts'
import { intervals, VatRateBps } from './money/money.ts'

/** Why the latest claimed period has no open or paid invoice. */
export const ScheduleFailure = named('ScheduleFailure', {
  period: Timestamp.describe('The start of the period.'),
  code: z
    .string()
    .describe(
      'The error code. `invoice_voided`, `invoice_written_off` or `not_finalized` if no error occurred.',
    ),
  reason: z.string().describe('The error in words.'),
  at: Timestamp.describe('When the period failed.'),
})
export type ScheduleFailure = z.infer<typeof ScheduleFailure>

/**
 * A recurring billing agreement with `nextInvoiceDate` as its cursor. Its terms are those from when
 * it last adopted the offer.
 */
export const InvoiceSchedule = named('InvoiceSchedule', {
  id: RecordId,
  customerId: z.string().describe('The customer’s id.'),
  offerId: z.string().describe('The recurring offer’s id.'),
  interval: z
    .enum(intervals)
    .describe('The length of a period when the schedule last adopted the offer.'),
  description: z.string().describe('The line’s text on each invoice.'),
  unitAmountCents: z
    .number()
    .int()
    .describe(
      'The price of a period excluding VAT when the schedule last adopted the offer, in minor units.',
    ),
  currency: z.string().describe('The ISO 4217 code of the amounts, in upper case.'),
  status: z
    .enum(['active', 'paused', 'cancelled'])
    .describe('The schedule’s status. `cancelled` is final.'),
  nextInvoiceDate: Timestamp.describe(
    'The start of the day when the next period is due, in the organisation’s time zone.',
  ),
  nextInvoiceOn: CalendarDay.describe(
    'The day when the next period is due, in the organisation’s time zone.',
  ),
  vatRateBps: z.number().int().describe('The VAT rate in basis points. 2000 is 20 %.'),
  prorateUntil: Timestamp.nullable().describe(
    'The end of a first period that is billed by the day.',
  ),
  endsAt: Timestamp.nullable().describe('Periods that begin at or after this time are not billed.'),
  periods: z
    .number()
    .int()
    .nullable()
    .describe('The number of periods after which the schedule ends.'),
  claimedPeriods: z.number().int().describe('The number of periods claimed so far.'),
  completedAt: Timestamp.nullable().describe(
    'When the last period was claimed. The status is then `cancelled`.',
  ),
  stuck: z.boolean().describe('True if the latest claimed period has no open or paid invoice.'),
  failure: ScheduleFailure.nullable().describe('Why the latest period is not billed.'),
  lastClaimedAt: Timestamp.nullable().describe(
    'When the latest period was claimed. Null until then.',
  ),
  createdAt: CreatedAt,
})
export type InvoiceSchedule = z.infer<typeof InvoiceSchedule>

/** A schedule in a list, with the customer's current name. */
export const InvoiceScheduleListItem = InvoiceSchedule.extend({
  customerName: z.string().describe('The customer’s current name.'),
}).meta({
  id: 'InvoiceScheduleListItem',
})
export type InvoiceScheduleListItem = z.infer<typeof InvoiceScheduleListItem>

const Periods = z.number().int().min(1).max(1_200)

export const CreateSchedule = z.strictObject({
  customerId: z.string().describe('The customer’s id.'),
  offerId: z.string().describe('The recurring offer’s id.'),
  vatRateBps: VatRateBps.default(0).describe(
    'The VAT rate in basis points. 2000 is 20 %. 0 by default.',
  ),
  nextInvoiceDate: DayOrMoment.optional().describe(
    'The day of the first invoice, today at the earliest. A time counts as its day in the organisation’s time zone. Today by default.',
  ),
  prorateUntil: DayOrMoment.optional().describe(
    'Bills the days until this day first, in proportion. All later periods begin on this day.',
  ),
  endsAt: DayOrMoment.optional().describe(
    'Periods that begin on or after this day are not billed. A time ends the schedule at that time of day.',
  ),
  periods: Periods.optional().describe(
    'The number of periods after which the schedule ends, at most 1,200.',
  ),
})
export type CreateSchedule = z.output<typeof CreateSchedule>

export const UpdateSchedule = z
  .strictObject({
    endsAt: DayOrMoment.nullable().describe(
      'Periods that begin on or after this day are not billed. A time ends the schedule at that time of day. Null removes the end.',
    ),
    periods: Periods.nullable().describe(
      'The number of periods after which the schedule ends, at most 1,200. Null removes the limit.',
    ),
    vatRateBps: VatRateBps.describe('The VAT rate from the next period on, in basis points.'),
    unitAmountCents: z
      .number()
      .int()
      .min(0)
      .max(99_999_999)
      .describe(
        'The price of a period from the next one on, excluding VAT, in minor units. Without it, a new offer sets the price.',
      ),
    offerId: z
      .string()
      .max(200)
      .describe('The recurring offer from the next period on, with its text and interval.'),
    nextInvoiceDate: DayOrMoment.describe(
      'The day of the next invoice, today at the earliest. Later periods count from this day.',
    ),
  })
  .partial()
export type UpdateSchedule = z.output<typeof UpdateSchedule>

export const ScheduleInvoicesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(100).describe('The page size.'),
  cursor: z.string().max(300).optional().describe('The `next` value of the previous page.'),
})
export type ScheduleInvoicesQuery = z.output<typeof ScheduleInvoicesQuery>
