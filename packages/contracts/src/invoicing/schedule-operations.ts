import { z } from 'zod'
import { byId, pageQuery, pageSchema } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { Invoice } from './invoices.ts'
import {
  CreateSchedule,
  InvoiceSchedule,
  InvoiceScheduleListItem,
  ScheduleInvoicesQuery,
  UpdateSchedule,
} from './schedules.ts'

const WithInvoices = InvoiceSchedule.extend({
  invoices: z.array(Invoice).describe('A page of invoices, latest period first.'),
  next: z
    .string()
    .nullable()
    .describe('The `cursor` for the next page of invoices. Null on the last page.'),
})
const Resumed = InvoiceSchedule.extend({
  skippedPeriods: z
    .number()
    .int()
    .describe('The number of periods in the pause that are not billed.'),
})

const { org, admin } = tagged('Schedules')
const path = '/api/invoicing/schedules'
const shown = org.resource(path, byId, 'The schedule', WithInvoices)
const managed = admin.resource(path, byId, 'The schedule', InvoiceSchedule)

const SchedulePage = pageSchema(InvoiceScheduleListItem).extend({
  monthlyTotals: z
    .array(
      z.object({
        currency: z.string().describe('The ISO 4217 currency code, in upper case.'),
        amountCents: z
          .number()
          .int()
          .describe('The amount of a month excluding VAT, in minor units.'),
      }),
    )
    .describe(
      'What all active schedules of the organisation bill in a month, per currency. A yearly price counts a twelfth.',
    ),
})

export const listSchedules = shown.list('listSchedules', SchedulePage, {
  sdk: 'invoices.schedules.list',
  summary: 'Schedules, newest first',
  description:
    '`stuck=true` returns schedules that are not cancelled and whose latest claimed period is not billed.',
  query: z.object({
    stuck: z
      .literal('true')
      .optional()
      .describe('`true` returns only schedules that need a user’s help.'),
    ...pageQuery,
  }),
  example: { query: { limit: 10 } },
})

export const createSchedule = managed.create('createSchedule', {
  sdk: 'invoices.schedules.create',
  summary: 'Bill a customer for a recurring offer',
  body: CreateSchedule,
  errors: [
    'offer_not_recurring',
    'currency_mismatch',
    'date_in_past',
    'proration_invalid',
    'schedule_end_invalid',
  ],
  example: {
    body: { customerId: '{createCustomer.id}', offerId: '{createOffer.id}', vatRateBps: 550 },
  },
})

export const getSchedule = shown.get('getSchedule', {
  sdk: 'invoices.schedules.get',
  summary: 'A schedule and the invoices that it generated',
  query: ScheduleInvoicesQuery,
  example: { query: { limit: 10 } },
})

export const updateSchedule = managed.update('updateSchedule', {
  sdk: 'invoices.schedules.update',
  summary: 'Change end, price, VAT rate, offer or next date of a schedule',
  description:
    'Price, VAT rate and offer apply from the next period on. A period that is already claimed keeps its terms. The customer is not mailed. Null removes an end.',
  body: UpdateSchedule,
  errors: [
    'invalid_transition',
    'schedule_end_invalid',
    'date_in_past',
    'offer_not_recurring',
    'currency_mismatch',
  ],
  example: { body: { periods: 12, vatRateBps: 2_000 } },
})

/** A schedule's next invoice. It has no id and no number yet. */
export const InvoicePreview = Invoice.omit({ id: true, number: true }).meta({
  id: 'InvoicePreview',
})
export type InvoicePreview = z.infer<typeof InvoicePreview>

export const previewSchedule = shown.one.get('previewSchedule', '/preview', {
  sdk: 'invoices.schedules.preview',
  summary: 'The next invoice of a schedule',
  description:
    'The draft that the next period makes, with its terms as of now. `issueDate` is the day of the next invoice. Nothing is stored. A schedule without a next invoice is 409 `invalid_transition`.',
  responses: ok('The next invoice', InvoicePreview),
  errors: ['invalid_transition'],
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
  summary: 'Resume with the next period from now',
  description:
    'Periods that came due during the pause are skipped and counted, or billed if `catchUp` is true. A period that came due before the pause is always billed.',
  body: z.strictObject({
    catchUp: z
      .boolean()
      .default(false)
      .describe('True if the periods of the pause are billed. False by default.'),
  }),
  bodyOptional: true,
  responses: ok('The schedule, and the number of skipped periods', Resumed),
  errors: ['invalid_transition'],
  example: { body: { catchUp: false } },
})

export const adoptOffer = managed.action('adoptOffer', 'adopt-offer', {
  sdk: 'invoices.schedules.adoptOffer',
  summary: 'Use the offer’s current price and interval from the next period on',
  description:
    'Changing an offer does not change its schedules until this call. The next invoice date stays, and later dates follow the new interval. The customer is mailed if the price or interval changes, unless `announce` is false.',
  body: z.strictObject({
    announce: z
      .boolean()
      .default(true)
      .describe(
        'True if the customer is mailed when the price or interval changes. True by default.',
      ),
  }),
  bodyOptional: true,
  errors: ['invalid_transition', 'offer_not_recurring', 'currency_mismatch'],
  example: { body: { announce: true } },
})

export const retrySchedule = managed.action('retrySchedule', 'retry', {
  sdk: 'invoices.schedules.retry',
  summary: 'Bill the stuck period again',
  description:
    'Finalizes the period’s draft, or drafts an invoice with the terms from when the period was claimed. A void invoice is replaced by a new one.',
  idempotent: true,
  errors: [
    'schedule_not_stuck',
    'period_written_off',
    'charges_not_enabled',
    'account_mismatch',
    'currency_mismatch',
  ],
})
