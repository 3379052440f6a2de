import { z } from 'zod'
import {
  byId,
  CalendarDay,
  DayOrMoment,
  named,
  pageQuery,
  pageSchema,
  Timestamp,
} from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { Invoice } from './invoices.ts'
import { intervals, VatRateBps } from './money.ts'

/** Why the latest claimed period has no open or paid invoice. */
export const ScheduleFailure = named('ScheduleFailure', {
  period: Timestamp,
  code: z
    .string()
    .describe(
      'The code of the refusal; `invoice_voided`, `invoice_written_off` or `not_finalized` when there was none',
    ),
  reason: z.string(),
  at: Timestamp,
})
export type ScheduleFailure = z.infer<typeof ScheduleFailure>

/**
 * A recurring billing agreement with `nextInvoiceDate` as its cursor. Its terms are those from when
 * it last adopted the offer.
 */
export const InvoiceSchedule = named('InvoiceSchedule', {
  id: z.string(),
  customerId: z.string(),
  offerId: z.string(),
  interval: z.enum(intervals),
  description: z.string(),
  unitAmountCents: z.number().int(),
  currency: z.string(),
  status: z.enum(['active', 'paused', 'cancelled']),
  nextInvoiceDate: Timestamp,
  nextInvoiceOn: CalendarDay,
  vatRateBps: z.number().int(),
  prorateUntil: Timestamp.nullable().describe(
    'The end of a first period that is billed by its days',
  ),
  endsAt: Timestamp.nullable().describe('Periods that begin then or later are not billed'),
  periods: z.number().int().nullable().describe('The number of periods after which it ends'),
  claimedPeriods: z.number().int().describe('The periods that were claimed so far'),
  completedAt: Timestamp.nullable().describe(
    'When its last period was claimed; its status is `cancelled`',
  ),
  stuck: z.boolean(),
  failure: ScheduleFailure.nullable().describe('The reason of a stuck period'),
  lastClaimedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type InvoiceSchedule = z.infer<typeof InvoiceSchedule>

/** A schedule in a list, with the customer's current name. */
export const InvoiceScheduleListItem = InvoiceSchedule.extend({ customerName: z.string() }).meta({
  id: 'InvoiceScheduleListItem',
})
export type InvoiceScheduleListItem = z.infer<typeof InvoiceScheduleListItem>

const Periods = z.number().int().min(1).max(1_200)

export const CreateSchedule = z.strictObject({
  customerId: z.string(),
  offerId: z.string(),
  vatRateBps: VatRateBps.default(0),
  nextInvoiceDate: DayOrMoment.optional(),
  /** Bills the days until this day first, in proportion. All later periods begin on this day. */
  prorateUntil: DayOrMoment.optional(),
  endsAt: DayOrMoment.optional(),
  periods: Periods.optional(),
})
export type CreateSchedule = z.output<typeof CreateSchedule>

export const UpdateSchedule = z
  .strictObject({
    endsAt: DayOrMoment.nullable(),
    periods: Periods.nullable(),
    vatRateBps: VatRateBps,
  })
  .partial()
export type UpdateSchedule = z.output<typeof UpdateSchedule>

export const ScheduleInvoicesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(300).optional(),
})
export type ScheduleInvoicesQuery = z.output<typeof ScheduleInvoicesQuery>

const WithInvoices = InvoiceSchedule.extend({
  invoices: z.array(Invoice).describe('A page, the latest period first'),
  next: z
    .string()
    .nullable()
    .describe('The `cursor` of the next page of invoices; null on the last one'),
})
const Resumed = InvoiceSchedule.extend({ skippedPeriods: z.number().int() })

const { org, admin } = tagged('Schedules')
const path = '/api/invoicing/schedules'
const shown = org.resource(path, byId, 'The schedule', WithInvoices)
const managed = admin.resource(path, byId, 'The schedule', InvoiceSchedule)

export const listSchedules = shown.list('listSchedules', pageSchema(InvoiceScheduleListItem), {
  sdk: 'invoices.schedules.list',
  summary: 'Schedules, newest first',
  description:
    '`stuck=true` leaves those that are not cancelled and whose latest claimed period is not billed.',
  query: z.object({ stuck: z.literal('true').optional(), ...pageQuery }),
})

export const createSchedule = managed.create('createSchedule', {
  sdk: 'invoices.schedules.create',
  summary: 'Bill a customer a recurring offer, period by period',
  body: CreateSchedule,
  errors: [
    'offer_not_recurring',
    'currency_mismatch',
    'date_in_past',
    'proration_invalid',
    'schedule_end_invalid',
  ],
})

export const getSchedule = shown.get('getSchedule', {
  sdk: 'invoices.schedules.get',
  summary: 'A schedule and the invoices that it generated',
  query: ScheduleInvoicesQuery,
})

export const updateSchedule = managed.update('updateSchedule', {
  sdk: 'invoices.schedules.update',
  summary: 'Change the end or the VAT rate of a schedule',
  description: 'The VAT rate applies from the next period on. Null takes an end away.',
  body: UpdateSchedule,
  errors: ['invalid_transition', 'schedule_end_invalid'],
})

export const pauseSchedule = managed.action('pauseSchedule', 'pause', {
  sdk: 'invoices.schedules.pause',
  summary: 'Pause a schedule',
  errors: ['invalid_transition'],
})

export const cancelSchedule = managed.action('cancelSchedule', 'cancel', {
  sdk: 'invoices.schedules.cancel',
  summary: 'Cancel a schedule for good',
  errors: ['invalid_transition'],
})

export const resumeSchedule = managed.one.post('resumeSchedule', '/resume', {
  sdk: 'invoices.schedules.resume',
  summary: 'Resume with the next period after now',
  description:
    'Periods that fell due while the schedule was paused are skipped and counted; with `catchUp` they are billed. One that fell due before the pause is billed either way.',
  body: z.strictObject({ catchUp: z.boolean().default(false) }),
  bodyOptional: true,
  responses: ok('The schedule, and the number of skipped periods', Resumed),
  errors: ['invalid_transition'],
})

export const adoptOffer = managed.action('adoptOffer', 'adopt-offer', {
  sdk: 'invoices.schedules.adoptOffer',
  summary: 'Bill the current price and interval of the offer from the next period on',
  description:
    'A changed offer leaves its schedules as they are until this call. The date of the next invoice stays; later ones follow the new interval. The customer is mailed a changed price or interval, unless `announce` is false.',
  body: z.strictObject({ announce: z.boolean().default(true) }),
  bodyOptional: true,
  errors: ['invalid_transition', 'offer_not_recurring', 'currency_mismatch'],
})

export const retrySchedule = managed.action('retrySchedule', 'retry', {
  sdk: 'invoices.schedules.retry',
  summary: 'Bill the stuck period again',
  description:
    'Finalizes the draft of the period, or drafts an invoice at the terms of its claim; a voided invoice is replaced by a new one.',
  idempotent: true,
  errors: [
    'schedule_not_stuck',
    'period_written_off',
    'charges_not_enabled',
    'account_mismatch',
    'currency_mismatch',
  ],
})
