import { type CreateSchedule, type InvoiceSchedule, newId, requireRole } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { CustomerRow } from '../customers/customer.ts'
import { getCustomerRow } from '../customers/read-customers.ts'
import type { Ctx, Deps } from '../deps.ts'
import { invoiceErrors } from '../invoices/invoice.ts'
import type { OfferRow } from '../offers/offer.ts'
import { getOfferRow } from '../offers/read-offers.ts'
import { periodsOfPause } from './periods.ts'
import { checkMove, type ScheduleRow, scheduleErrors, toSchedule } from './schedule.ts'
import { getScheduleRow, insertSchedule, lockScheduleRow, updateSchedule } from './schedules.db.ts'

/** What a schedule takes over from its offer. Throws `offer_not_recurring` (422), `currency_mismatch` (409). */
function termsOf(offer: OfferRow, customer: CustomerRow) {
  const { interval, price_cents: price } = offer
  if (offer.status === 'archived' || interval === null || price === null) {
    throw scheduleErrors.offer_not_recurring()
  }
  if (customer.currency !== null && customer.currency !== offer.currency) {
    throw invoiceErrors.currency_mismatch()
  }
  return {
    interval,
    description: offer.name,
    unit_amount_cents: Number(price),
    currency: offer.currency,
  }
}

// A caller's clock may be a little behind ours.
const clockDriftMs = 60_000

/**
 * Agrees to bill a customer a recurring offer, the first time at `nextInvoiceDate` (now unless told), whose day
 * is the anchor of all periods. Interval and price are the offer's of this moment. Owner or admin. Throws
 * `offer_not_recurring`, `date_in_past` (422), `currency_mismatch` (409).
 */
export async function createSchedule(deps: Deps, ctx: Ctx, input: CreateSchedule): Promise<InvoiceSchedule> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const customer = await getCustomerRow(tx, orgId, input.customerId)
    const offer = await getOfferRow(tx, orgId, input.offerId)
    const terms = termsOf(offer, customer)
    const first = input.nextInvoiceDate === undefined ? deps.now() : new Date(input.nextInvoiceDate)
    if (first.getTime() < deps.now().getTime() - clockDriftMs) {
      const errors = [{ path: 'nextInvoiceDate', message: 'Choose now or a later date' }]
      throw scheduleErrors.date_in_past({ details: { errors } })
    }
    const row = await insertSchedule(tx, {
      id: newId('sch'),
      org_id: orgId,
      customer_id: customer.id,
      offer_id: offer.id,
      ...terms,
      anchor_date: first,
      next_invoice_date: first,
      vat_rate_bps: input.vatRateBps,
    })
    return toSchedule({ ...row, stuck: false })
  })
}

/** Pauses: what is due by now is still billed, nothing after. Owner or admin. Throws `invalid_transition`. */
export const pauseSchedule = (deps: Deps, ctx: Ctx, id: string): Promise<InvoiceSchedule> =>
  change(deps, ctx, id, 'paused', (row) => {
    // A period before the last pause that is still to be billed: those of that pause stay skipped.
    const pending =
      row.resumed_at !== null && row.paused_at !== null && row.next_invoice_date <= row.paused_at
    return { status: 'paused', paused_at: pending ? row.paused_at : deps.now(), resumed_at: null }
  })

/** Cancels for good. Owner or admin. Throws `invalid_transition`. */
export const cancelSchedule = (deps: Deps, ctx: Ctx, id: string): Promise<InvoiceSchedule> =>
  change(deps, ctx, id, 'cancelled', () => ({ status: 'cancelled' }))

/**
 * Resumes with the next period after now; those that fell due in the pause are skipped, or billed with `catchUp`.
 * Owner or admin. Throws `invalid_transition`.
 */
export async function resumeSchedule(
  deps: Deps,
  ctx: Ctx,
  id: string,
  { catchUp }: { catchUp: boolean },
): Promise<InvoiceSchedule & { skippedPeriods: number }> {
  let skippedPeriods = 0
  const schedule = await change(deps, ctx, id, 'active', (row) => {
    if (catchUp) return { status: 'active', paused_at: null, resumed_at: null }
    const now = deps.now()
    const { skipped, next } = periodsOfPause(row, now)
    skippedPeriods = skipped
    const owed = row.paused_at !== null && row.next_invoice_date <= row.paused_at
    return owed
      ? { status: 'active', resumed_at: now }
      : { status: 'active', paused_at: null, resumed_at: null, next_invoice_date: next }
  })
  return { ...schedule, skippedPeriods }
}

type Changes = Parameters<typeof updateSchedule>[3]

const change = (
  deps: Deps,
  ctx: Ctx,
  id: string,
  to: ScheduleRow['status'],
  changesOf: (row: ScheduleRow) => Changes,
): Promise<InvoiceSchedule> => {
  const { orgId } = requireRole(ctx.principal, 'admin')
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockScheduleRow(tx, orgId, id)
    checkMove(row.status, to)
    return toSchedule({ ...(await updateSchedule(tx, orgId, id, changesOf(row))), stuck: row.stuck })
  })
}

/**
 * Moves a schedule to its offer's present price, words and interval, from the next period to be billed on. Owner or
 * admin. Throws `not_found`, `invalid_transition`, `offer_not_recurring`, `currency_mismatch`.
 */
export async function adoptOffer(deps: Deps, ctx: Ctx, id: string): Promise<InvoiceSchedule> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockScheduleRow(tx, orgId, id)
    if (row.status === 'cancelled') throw scheduleErrors.invalid_transition()
    const customer = await getCustomerRow(tx, orgId, row.customer_id)
    const terms = termsOf(await getOfferRow(tx, orgId, row.offer_id), customer)
    // Years are counted from the next invoice; months go on from the anchor, which keeps its day.
    const restarts = terms.interval === 'year' && row.interval === 'month'
    const anchor = restarts ? { anchor_date: row.next_invoice_date } : {}
    await updateSchedule(tx, orgId, id, { ...terms, ...anchor })
    return toSchedule(await getScheduleRow(tx, orgId, id))
  })
}
