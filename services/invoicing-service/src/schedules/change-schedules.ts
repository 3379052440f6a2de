import { type CreateSchedule, type InvoiceSchedule, newId, scheduleErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { lockBilledCustomer } from '../customers/billed-customer.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { getOffer } from '../offers/get-offer.ts'
import { periodsOfPause } from './periods.ts'
import { checkMove, type ScheduleRow, type ScheduleState, toSchedule } from './schedule.ts'
import { insertSchedule, lockScheduleRow, updateSchedule } from './schedules.db.ts'

/** The terms of an offer for a customer. Throws `not_found`, `offer_not_recurring` (422), `currency_mismatch` (409). */
async function termsFor(tx: Transaction, orgId: string, offerId: string, customerId: string) {
  const offer = await getOffer(tx, orgId, offerId)
  const { interval, price_cents: price, name: description } = offer
  if (offer.status === 'archived' || interval === null || price === null) {
    throw scheduleErrors.offer_not_recurring()
  }
  const { currency } = await lockBilledCustomer(tx, orgId, customerId, offer.currency)
  return { interval, description, unit_amount_cents: Number(price), currency }
}

// The tolerance for a caller's clock.
const clockDriftMs = 60_000

/**
 * Schedules a recurring offer for a customer, first at `nextInvoiceDate` (default now), whose day is the anchor of all
 * periods. Interval and price are copied from the offer. Throws `not_found`, `offer_not_recurring`, `date_in_past`
 * (422), `currency_mismatch` (409).
 */
export const createSchedule = (deps: Deps, ctx: Ctx, input: CreateSchedule): Promise<InvoiceSchedule> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId } = ctx.principal
    const terms = await termsFor(tx, orgId, input.offerId, input.customerId)
    const now = deps.now()
    const first = input.nextInvoiceDate === undefined ? now : new Date(input.nextInvoiceDate)
    if (first.getTime() < now.getTime() - clockDriftMs) {
      const errors = [{ path: 'nextInvoiceDate', message: 'Choose now or a later date' }]
      throw scheduleErrors.date_in_past({ details: { errors } })
    }
    const row = await insertSchedule(tx, {
      id: newId('sch'),
      org_id: orgId,
      customer_id: input.customerId,
      offer_id: input.offerId,
      ...terms,
      anchor_date: first,
      next_invoice_date: first,
      vat_rate_bps: input.vatRateBps,
    })
    return toSchedule({ ...row, stuck: false })
  })

type Changes = Parameters<typeof updateSchedule>[2]

const change = (
  deps: Deps,
  { principal: { orgId }, tx }: Ctx,
  id: string,
  changesOf: (row: ScheduleState, tx: Transaction) => Changes | Promise<Changes>,
): Promise<InvoiceSchedule> =>
  inTransaction(deps.db, tx, async (inner) => {
    const row = await lockScheduleRow(inner, orgId, id)
    return toSchedule(await updateSchedule(inner, row, await changesOf(row, inner)))
  })

/** Whether a period from before the last pause is unbilled. */
const hasOwedPeriod = ({ paused_at: paused, next_invoice_date: next }: ScheduleRow): boolean =>
  paused !== null && next <= paused

/** Pauses: periods that are due by now are still billed. Throws `not_found`, `invalid_transition`. */
export const pauseSchedule = (deps: Deps, ctx: Ctx, id: string): Promise<InvoiceSchedule> =>
  change(deps, ctx, id, (row) => {
    checkMove(row.status, 'paused')
    // The periods of an earlier pause stay skipped while one from before it is unbilled.
    const isPending = row.resumed_at !== null && hasOwedPeriod(row)
    return { status: 'paused', paused_at: isPending ? row.paused_at : deps.now(), resumed_at: null }
  })

/** Cancels for good. Throws `not_found`, `invalid_transition`. */
export const cancelSchedule = (deps: Deps, ctx: Ctx, id: string): Promise<InvoiceSchedule> =>
  change(deps, ctx, id, (row) => {
    checkMove(row.status, 'cancelled')
    return { status: 'cancelled' }
  })

/**
 * Resumes with the next period after now; the periods of the pause are skipped, or billed with `catchUp`. Throws
 * `not_found`, `invalid_transition`.
 */
export async function resumeSchedule(
  deps: Deps,
  ctx: Ctx,
  id: string,
  { catchUp }: { catchUp: boolean },
): Promise<InvoiceSchedule & { skippedPeriods: number }> {
  let skippedPeriods = 0
  const schedule = await change(deps, ctx, id, (row) => {
    checkMove(row.status, 'active')
    if (catchUp) return { status: 'active', paused_at: null, resumed_at: null }
    const now = deps.now()
    const { skipped, next } = periodsOfPause(row, now)
    skippedPeriods = skipped
    return hasOwedPeriod(row)
      ? { status: 'active', resumed_at: now }
      : { status: 'active', paused_at: null, resumed_at: null, next_invoice_date: next }
  })
  return { ...schedule, skippedPeriods }
}

/**
 * Moves a schedule to its offer's current price, text and interval, from the next period on. Throws `not_found`,
 * `invalid_transition`, `offer_not_recurring`, `currency_mismatch`.
 */
export const adoptOffer = (deps: Deps, ctx: Ctx, id: string): Promise<InvoiceSchedule> =>
  change(deps, ctx, id, async (row, tx) => {
    if (row.status === 'cancelled') throw scheduleErrors.invalid_transition()
    const terms = await termsFor(tx, row.org_id, row.offer_id, row.customer_id)
    // Years count from the next invoice; months continue from the anchor, which keeps its day.
    const restarts = terms.interval === 'year' && row.interval === 'month'
    return { ...terms, ...(restarts ? { anchor_date: row.next_invoice_date } : {}) }
  })
