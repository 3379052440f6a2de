import { z } from 'zod'
import { Moment } from '../board/card.ts'
import { defineOperation } from '../core/operation.ts'
import { pageOf, pageQuery, Timestamp } from '../core/schemas.ts'
import { Invoice } from './invoices.ts'
import { VatRateBps } from './money.ts'
import { intervals } from './offers.ts'

/** A recurring billing agreement; `nextInvoiceDate` is its cursor. Its terms are those of its last adoption of the offer. */
export const InvoiceSchedule = z
  .object({
    id: z.string(),
    customerId: z.string(),
    offerId: z.string(),
    interval: z.enum(intervals),
    description: z.string(),
    unitAmountCents: z.number().int(),
    currency: z.string(),
    status: z.enum(['active', 'paused', 'cancelled']),
    nextInvoiceDate: Timestamp,
    vatRateBps: z.number().int(),
    stuck: z.boolean(),
    lastClaimedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'InvoiceSchedule' })
export type InvoiceSchedule = z.infer<typeof InvoiceSchedule>

export const CreateSchedule = z.strictObject({
  customerId: z.string(),
  offerId: z.string(),
  vatRateBps: VatRateBps.default(0),
  nextInvoiceDate: Moment.optional(),
})
export type CreateSchedule = z.output<typeof CreateSchedule>

const tag = 'Schedules'
const read = { method: 'get', tag, access: 'org' } as const
const write = { method: 'post', tag, access: 'admin' } as const
const params = z.object({ id: z.string() })
const writeOne = { ...write, params } as const
const one = { description: 'The schedule', schema: InvoiceSchedule }

export const listSchedules = defineOperation({
  ...read,
  id: 'listSchedules',
  path: '/api/invoicing/schedules',
  summary: 'Schedules, newest first',
  query: z.object({ ...pageQuery }),
  responses: { 200: { description: 'A page of schedules', schema: pageOf(InvoiceSchedule) } },
})

export const createSchedule = defineOperation({
  ...write,
  id: 'createSchedule',
  path: '/api/invoicing/schedules',
  summary: 'Bill a customer a recurring offer, period by period',
  idempotent: true,
  body: CreateSchedule,
  responses: { 201: one },
  errors: ['offer_not_recurring', 'currency_mismatch', 'date_in_past'],
})

export const getSchedule = defineOperation({
  ...read,
  params,
  id: 'getSchedule',
  path: '/api/invoicing/schedules/{id}',
  summary: 'A schedule and the invoices it generated',
  responses: {
    200: { description: 'The schedule', schema: InvoiceSchedule.extend({ invoices: z.array(Invoice) }) },
  },
})

const move = <const I extends string, const V extends string>(id: I, verb: V, summary: string) =>
  defineOperation({
    ...writeOne,
    id,
    path: `/api/invoicing/schedules/{id}/${verb}`,
    summary,
    responses: { 200: one },
    errors: ['invalid_transition'],
  })

export const pauseSchedule = move('pauseSchedule', 'pause', 'Pause')
export const cancelSchedule = move('cancelSchedule', 'cancel', 'Cancel for good')

export const resumeSchedule = defineOperation({
  ...writeOne,
  id: 'resumeSchedule',
  path: '/api/invoicing/schedules/{id}/resume',
  summary: 'Resume with the next period after now',
  description:
    'Periods that fell due while the schedule was paused are skipped and counted; with `catchUp` they are billed. One that fell due before the pause is billed either way.',
  body: z.strictObject({ catchUp: z.boolean().default(false) }),
  bodyOptional: true,
  responses: {
    200: {
      description: 'The schedule, and how many periods were skipped',
      schema: InvoiceSchedule.extend({ skippedPeriods: z.number().int() }),
    },
  },
  errors: ['invalid_transition'],
})

export const adoptOffer = defineOperation({
  ...writeOne,
  id: 'adoptOffer',
  path: '/api/invoicing/schedules/{id}/adopt-offer',
  summary: 'Bill the offer’s present price and interval from the next period on',
  description:
    'A changed offer leaves its schedules as they are until this is asked for. The date of the next invoice stays; later ones follow the new interval.',
  responses: { 200: one },
  errors: ['invalid_transition', 'offer_not_recurring', 'currency_mismatch'],
})

export const retrySchedule = defineOperation({
  ...writeOne,
  id: 'retrySchedule',
  path: '/api/invoicing/schedules/{id}/retry',
  summary: 'Bill the stuck period again',
  description:
    'Finalizes the draft that the period has, or drafts one at the terms it was claimed at; a voided invoice is replaced by a new one.',
  idempotent: true,
  responses: { 200: one },
  errors: [
    'schedule_not_stuck',
    'period_written_off',
    'charges_not_enabled',
    'account_mismatch',
    'currency_mismatch',
    'unavailable',
  ],
})
