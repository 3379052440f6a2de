import {
  type CreateSchedule,
  type InvoiceSchedule,
  type ScheduleHistoryDetail,
  type ScheduleHistoryKind,
  scheduleErrors,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { dayIn, daysBetween, readDay, startOfDay } from '../calendar/calendar-days.ts'
import { findTimeZone, refreshTimeZone } from '../calendar/time-zone.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { auditSchedule } from './audit-schedule.ts'
import { periodDate } from './next-date.ts'
import { offerTerms } from './offer-terms.ts'
import { isEnded, periodsOfPause } from './periods.ts'
import { checkMove, type ScheduleRow, type ScheduleState, toSchedule } from './schedule.ts'
import { recordScheduleHistory } from './schedule-history.db.ts'
import { insertSchedule, lockScheduleRow, updateSchedule as storeSchedule } from './schedules.db.ts'

export const refusalAt = (path: string, message: string) => ({
  details: { errors: [{ path, message }] },
})

/** Returns the start of a given day, today by default. Throws `date_in_past` (422). */
export function readNextDate(given: string | undefined, zone: string, now: Date): Date {
  const today = dayIn(now, zone)
  const day = given === undefined ? today : readDay(given, zone)
  if (day < today)
    throw scheduleErrors.date_in_past(refusalAt('nextInvoiceDate', 'Choose today or a later day'))
  return startOfDay(day, zone)
}

/** Returns the first date, the anchor of later dates, and the end. */
function readDates(input: CreateSchedule, interval: 'month' | 'year', zone: string, now: Date) {
  const first = readNextDate(input.nextInvoiceDate, zone, now)
  const firstDay = dayIn(first, zone)
  const until = toStart(input.prorateUntil, zone) ?? null
  const days = until === null ? 1 : daysBetween(firstDay, dayIn(until, zone))
  const latest = periodDate({ anchor_date: first, interval, time_zone: zone }, 1)
  if (until !== null && (days < 1 || until > latest)) {
    const message = `Choose a day after the first invoice and at most one ${interval} later`
    throw scheduleErrors.proration_invalid(refusalAt('prorateUntil', message))
  }
  const end = readEnd(input.endsAt, zone) ?? null
  checkEnd(end, first)
  return {
    time_zone: zone,
    next_invoice_date: first,
    anchor_date: until ?? first,
    prorate_until: until,
    ends_at: end,
  }
}

const toStart = (dayOrMoment: string | null | undefined, zone: string): Date | null | undefined =>
  dayOrMoment == null ? dayOrMoment : startOfDay(readDay(dayOrMoment, zone), zone)

/**
 * Returns a day's start, or a moment unchanged. Pass the end of a day to include the periods
 * beginning on it.
 */
export const readEnd = (
  dayOrMoment: string | null | undefined,
  zone: string,
): Date | null | undefined =>
  dayOrMoment == null || dayOrMoment.length === 'YYYY-MM-DD'.length
    ? toStart(dayOrMoment, zone)
    : new Date(dayOrMoment)

export function checkEnd(end: Date | null, next: Date): void {
  if (end !== null && end <= next) {
    throw scheduleErrors.schedule_end_invalid(
      refusalAt('endsAt', 'Choose a date after the next invoice'),
    )
  }
}

/**
 * Creates a schedule. The day of the first invoice anchors all periods, unless a prorated period
 * comes first. Throws `not_found`, `offer_not_recurring`, `date_in_past`, `proration_invalid`,
 * `schedule_end_invalid` (422), `currency_mismatch` (409).
 */
export async function createSchedule(
  deps: Deps,
  ctx: Ctx,
  input: CreateSchedule,
): Promise<InvoiceSchedule> {
  const { orgId } = ctx.principal
  await refreshTimeZone(deps, orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const zone = await findTimeZone(tx, orgId)
    const terms = await offerTerms(tx, orgId, input.offerId, input.customerId)
    const row = await insertSchedule(tx, {
      id: deps.newId('sch'),
      org_id: orgId,
      customer_id: input.customerId,
      offer_id: input.offerId,
      ...terms,
      ...readDates(input, terms.interval, zone, deps.now()),
      periods: input.periods ?? null,
      vat_rate_bps: input.vatRateBps,
    })
    await recordScheduleHistory(deps, tx, {
      schedule: row,
      kind: 'created',
      author: toAuthor(ctx.principal),
    })
    await auditSchedule(tx, row, 'schedule.created', { change: 'created' })
    return toSchedule({ ...row, stuck: false, period_invoice: null })
  })
}

type Changes = Parameters<typeof storeSchedule>[2]
interface Change {
  changes: Changes
  kind: ScheduleHistoryKind
  detail?: ScheduleHistoryDetail
}

/** Changes a locked schedule and records the change in the same transaction. */
export const change = (
  deps: Deps,
  { principal, tx }: Ctx,
  {
    id,
    changeOf,
  }: { id: string; changeOf: (row: ScheduleState, tx: Transaction) => Change | Promise<Change> },
): Promise<InvoiceSchedule> =>
  inTransaction(deps.db, tx, async (inner) => {
    const row = await lockScheduleRow(inner, principal.orgId, id)
    const { changes, ...event } = await changeOf(row, inner)
    await recordScheduleHistory(deps, inner, {
      schedule: row,
      author: toAuthor(principal),
      ...event,
    })
    await auditSchedule(inner, row, 'schedule.changed', { change: event.kind })
    return toSchedule(await storeSchedule(inner, row, changes))
  })

/** True if a period from before the last pause is not billed yet. */
const hasOwedPeriod = ({ paused_at: paused, next_invoice_date: next }: ScheduleRow): boolean =>
  paused !== null && next <= paused

/**
 * Pauses a schedule. Periods that are already due are still billed. Throws `not_found`,
 * `invalid_transition`.
 */
export const pauseSchedule = (deps: Deps, ctx: Ctx, id: string): Promise<InvoiceSchedule> =>
  change(deps, ctx, {
    id,
    changeOf: (row) => {
      checkMove(row.status, 'paused')
      // The periods of an earlier pause stay skipped while a period from before it is unbilled.
      const isPending = row.resumed_at !== null && hasOwedPeriod(row)
      const paused_at = isPending ? row.paused_at : deps.now()
      return { changes: { status: 'paused', paused_at, resumed_at: null }, kind: 'paused' }
    },
  })

/** Cancels a schedule for good. Throws `not_found`, `invalid_transition`. */
export const cancelSchedule = (deps: Deps, ctx: Ctx, id: string): Promise<InvoiceSchedule> =>
  change(deps, ctx, {
    id,
    changeOf: (row) => {
      checkMove(row.status, 'cancelled')
      return { changes: { status: 'cancelled' }, kind: 'cancelled' }
    },
  })

const resumed = { status: 'active', paused_at: null, resumed_at: null } as const

/**
 * Resumes a schedule. The periods of the pause are skipped, or billed with `catchUp`. If its end
 * passed meanwhile, the schedule is cancelled. Throws `not_found`, `invalid_transition`.
 */
export async function resumeSchedule(
  deps: Deps,
  ctx: Ctx,
  { id, input: { catchUp } }: { id: string; input: { catchUp: boolean } },
) {
  let skippedPeriods = 0
  const schedule = await change(deps, ctx, {
    id,
    changeOf: (row) => {
      checkMove(row.status, 'active')
      if (catchUp) return { changes: resumed, kind: 'resumed', detail: { catchUp } }
      const now = deps.now()
      const { skipped, next } = periodsOfPause(row, now)
      skippedPeriods = skipped
      const detail = { skippedPeriods }
      if (hasOwedPeriod(row)) {
        return { changes: { status: 'active', resumed_at: now }, kind: 'resumed', detail }
      }
      const isOver = isEnded({ ...row, next_invoice_date: next })
      const over = isOver ? { status: 'cancelled' as const, completed_at: now } : {}
      return { changes: { ...resumed, next_invoice_date: next, ...over }, kind: 'resumed', detail }
    },
  })
  return { ...schedule, skippedPeriods }
}
