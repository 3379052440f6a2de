import { z } from 'zod'
import { Moment } from '../board/card.ts'
import { defineOperation } from '../core/operation.ts'
import { pageOf, pageQuery, Timestamp } from '../core/schemas.ts'
import { Invoice } from './invoices.ts'
import { VatRateBps } from './money.ts'
import { intervals } from './offers.ts'

/** A recurring billing agreement; `nextInvoiceDate` is its cursor. */
export const InvoiceSchedule = z
  .object({
    id: z.string(),
    customerId: z.string(),
    offerId: z.string(),
    interval: z.enum(intervals),
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

const byId = z.object({ id: z.string() })
const tag = 'Schedules'
const one = { description: 'The schedule', schema: InvoiceSchedule }

export const listSchedules = defineOperation({
  id: 'listSchedules',
  method: 'get',
  path: '/api/invoicing/schedules',
  tag,
  summary: 'Schedules, newest first',
  access: 'org',
  query: z.object({ ...pageQuery }),
  responses: { 200: { description: 'A page of schedules', schema: pageOf(InvoiceSchedule) } },
})

export const createSchedule = defineOperation({
  id: 'createSchedule',
  method: 'post',
  path: '/api/invoicing/schedules',
  tag,
  summary: 'Bill a customer a recurring offer, period by period',
  access: 'admin',
  idempotent: true,
  body: CreateSchedule,
  responses: { 201: one },
  errors: ['offer_not_recurring', 'currency_mismatch'],
})

export const getSchedule = defineOperation({
  id: 'getSchedule',
  method: 'get',
  path: '/api/invoicing/schedules/{id}',
  tag,
  summary: 'A schedule and the invoices it generated',
  access: 'org',
  params: byId,
  responses: {
    200: { description: 'The schedule', schema: InvoiceSchedule.extend({ invoices: z.array(Invoice) }) },
  },
})

const move = <const I extends string, const V extends string>(id: I, verb: V, summary: string) =>
  defineOperation({
    id,
    method: 'post',
    path: `/api/invoicing/schedules/{id}/${verb}`,
    tag,
    summary,
    access: 'admin',
    params: byId,
    responses: { 200: one },
    errors: ['invalid_transition'],
  })

export const pauseSchedule = move('pauseSchedule', 'pause', 'Pause')
export const resumeSchedule = move('resumeSchedule', 'resume', 'Resume')
export const cancelSchedule = move('cancelSchedule', 'cancel', 'Cancel for good')
