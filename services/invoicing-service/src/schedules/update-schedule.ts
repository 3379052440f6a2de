import {
  type InvoiceSchedule,
  type ScheduleHistoryDetail,
  scheduleErrors,
  type UpdateSchedule,
} from '@atrium/contracts'
import { toColumns } from '@atrium/database'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { change, checkEnd, readEnd, readNextDate, refusalAt } from './change-schedules.ts'
import { isSamePrice, offerTerms, restartedAnchor, toPrice } from './offer-terms.ts'
import type { ScheduleRow, ScheduleState } from './schedule.ts'

/**
 * Changes end, price, VAT rate, offer or date from the next period on. Throws `not_found`,
 * `invalid_transition`, `schedule_end_invalid`, `date_in_past`, `offer_not_recurring`,
 * `currency_mismatch`.
 */
export async function updateSchedule(
  deps: Deps,
  ctx: Ctx,
  { id, input }: { id: string; input: UpdateSchedule },
): Promise<InvoiceSchedule> {
  const { endsAt, periods, vatRateBps, unitAmountCents, offerId, nextInvoiceDate } = input
  if (nextInvoiceDate !== undefined) await refreshTimeZone(deps, ctx.principal.orgId, ctx.tx)
  return change(deps, ctx, {
    id,
    changeOf: async (row, tx) => {
      if (row.status === 'cancelled') throw scheduleErrors.invalid_transition()
      const end = readEnd(endsAt, row.time_zone)
      const moved = findDates(row, nextInvoiceDate, deps.now())
      checkEnd(end === undefined ? row.ends_at : end, moved.next_invoice_date)
      if (periods != null && periods <= row.claimed_periods) {
        const message = `Enter more than the ${row.claimed_periods} periods that were already billed`
        throw scheduleErrors.schedule_end_invalid(refusalAt('periods', message))
      }
      const terms = await findTerms(tx, { ...row, ...moved }, { offerId, unitAmountCents })
      const changed = {
        endsAt: end?.toISOString() ?? endsAt,
        periods,
        vatRateBps,
        ...describeTerms(row, { ...row, ...terms }, moved.next_invoice_date),
        nextInvoiceDate: nextInvoiceDate && moved.next_invoice_date.toISOString(),
      }
      const detail: ScheduleHistoryDetail = Object.fromEntries(
        Object.entries(changed).filter(([, value]) => value !== undefined),
      )
      // If the request has no fields, the row stays unchanged.
      const changes = {
        status: row.status,
        ...moved,
        ...terms,
        ...toColumns({ endsAt: end, periods, vatRateBps }),
      }
      return { changes, kind: 'changed', detail }
    },
  })
}

/** Returns the next date. A new one is also the day from which later periods are counted. */
function findDates(
  row: ScheduleRow,
  nextInvoiceDate: string | undefined,
  now: Date,
): Pick<ScheduleRow, 'next_invoice_date'> &
  Partial<Pick<ScheduleRow, 'anchor_date' | 'prorate_until'>> {
  if (nextInvoiceDate === undefined) return { next_invoice_date: row.next_invoice_date }
  const next = readNextDate(nextInvoiceDate, row.time_zone, now)
  if (row.last_period !== null && next <= row.last_period) {
    const message = 'Choose a day after the beginning of the last billed period'
    throw scheduleErrors.date_in_past({ message, ...refusalAt('nextInvoiceDate', message) })
  }
  return { next_invoice_date: next, anchor_date: next, prorate_until: null }
}

async function findTerms(
  tx: Transaction,
  row: ScheduleRow,
  { offerId, unitAmountCents }: Pick<UpdateSchedule, 'offerId' | 'unitAmountCents'>,
) {
  const price = unitAmountCents === undefined ? {} : { unit_amount_cents: unitAmountCents }
  if (offerId === undefined) return price
  const terms = await offerTerms(tx, row.org_id, offerId, row.customer_id)
  return {
    ...terms,
    ...restartedAnchor(row, terms.interval),
    ...price,
    offer_id: offerId,
    announced: null,
  }
}

/** Returns the terms before and after a change for the history, or nothing if they stay. */
function describeTerms(
  before: ScheduleState,
  after: Pick<ScheduleRow, 'currency' | 'interval'> & { unit_amount_cents: string | number },
  since: Date,
): ScheduleHistoryDetail {
  const [from, to] = [toPrice(before), toPrice(after)]
  if (isSamePrice(from, to)) return {}
  return { from, to, since: since.toISOString() }
}
