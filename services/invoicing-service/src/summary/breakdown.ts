import {
  breakdownEntriesAtMost,
  forecastMonths,
  type InvoiceBreakdown,
  type InvoiceForecastItem,
  invoiceTotals,
  type SummaryQuery,
} from '@atrium/contracts'
import { addMonths, type Day, dayIn, endOfDay, readDay } from '../calendar/calendar-days.ts'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import type { Ctx, Deps } from '../deps.ts'
import { type ReturnedSum, sumReturned } from '../reversals/find-returned.ts'
import { type ComingPeriod, comingPeriods } from '../schedules/coming-periods.ts'
import { findNames, type Group, groupInvoices, type Key } from './breakdown.db.ts'

const monthLabel = new Intl.DateTimeFormat('en', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Returns a period's issued invoices by month, customer or offer per currency, and the forecast of
 * recurring ones.
 */
export async function breakDownInvoices(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { by, query }: { by: Key; query: Pick<SummaryQuery, 'from' | 'to'> },
): Promise<InvoiceBreakdown> {
  const now = deps.now()
  const zone = await refreshTimeZone(deps, orgId)
  const [from, to] = [query.from, query.to].map((bound) =>
    bound === undefined ? null : readDay(bound, zone),
  )
  const period = { from: from ?? null, to: to ?? null, now }
  const horizon = addMonths(dayIn(now, zone), forecastMonths)
  const end = endOfDay(to == null || to > horizon ? horizon : to, zone)
  const [groups, returned, periods] = await Promise.all([
    groupInvoices(deps.db, orgId, by, period),
    sumReturned(deps.db, orgId, by, period),
    end < now ? [] : comingPeriods(deps.db, orgId, { now, until: end }),
  ])
  const shown = withReturned(by, groups, returned).slice(0, breakdownEntriesAtMost)
  const coming = toForecast(periods, by, from ?? '')
  const keys = [...new Set([...shown, ...coming].map(({ key }) => key))]
  const labelOf = await labels(deps, orgId, by, keys)
  return {
    items: shown.map(({ key, currency, ...sums }) => ({
      key,
      label: labelOf(key),
      currency,
      invoicedCents: Number(sums.invoiced),
      creditedCents: Number(sums.credited),
      paidCents: Number(sums.paid),
      refundedCents: Number(sums.refunded),
      outstandingCents: Number(sums.outstanding),
      overdueCents: Number(sums.overdue),
      count: Number(sums.count),
    })),
    forecast: coming.map((item) => ({ ...item, label: labelOf(item.key) })),
    truncated: groups.length > breakdownEntriesAtMost,
  }
}

const nothing = {
  count: '0',
  invoiced: '0',
  credited: '0',
  paid: '0',
  outstanding: '0',
  overdue: '0',
}

/**
 * Adds the returned money to the groups. If a key has no invoices in the period, a group is added
 * for it.
 */
function withReturned(by: Key, groups: readonly Group[], returned: readonly ReturnedSum[]) {
  const formatPlace = ({ key, currency }: Pick<Group, 'key' | 'currency'>) => `${key} ${currency}`
  const sums = new Map(returned.map((sum) => [formatPlace(sum), sum]))
  const groupsWithRefunds = groups.map((group) => ({
    ...group,
    refunded: sums.get(formatPlace(group))?.refunded ?? '0',
  }))
  for (const group of groups) sums.delete(formatPlace(group))
  const all = [...groupsWithRefunds, ...[...sums.values()].map((sum) => ({ ...nothing, ...sum }))]
  return by === 'month' ? all.sort((a, b) => (formatPlace(a) < formatPlace(b) ? -1 : 1)) : all
}

async function labels(deps: Deps, orgId: string, by: Key, keys: string[]) {
  if (by === 'month')
    return (key: string): string => monthLabel.format(new Date(`${key}-01T00:00:00Z`))
  const names = await findNames(deps.db, orgId, by === 'customer' ? 'customers' : 'offers', keys)
  return (key: string): string => names.get(key) ?? (key === 'none' ? 'Without a product' : key)
}

type Forecast = Omit<InvoiceForecastItem, 'label'>

/** Sums the coming periods from a day on, months in order. */
function toForecast(periods: readonly ComingPeriod[], by: Key, from: Day): Forecast[] {
  const sums = new Map<string, Forecast>()
  for (const { schedule, date, unitAmountCents } of periods) {
    const day = dayIn(date, schedule.time_zone)
    if (day < from) continue
    const key = {
      month: day.slice(0, 'YYYY-MM'.length),
      customer: schedule.customer_id,
      offer: schedule.offer_id,
    }[by]
    const place = `${key} ${schedule.currency}`
    const sum = sums.get(place) ?? { key, currency: schedule.currency, forecastCents: 0, count: 0 }
    const line = { quantity: 1, unitAmountCents }
    sum.forecastCents += invoiceTotals([line], schedule.vat_rate_bps).totalAmountCents
    sum.count += 1
    sums.set(place, sum)
  }
  return [...sums.values()].sort((a, b) =>
    by === 'month' && a.key !== b.key
      ? a.key < b.key
        ? -1
        : 1
      : b.forecastCents - a.forecastCents,
  )
}
