import { divideHalfAway } from '@atrium/contracts'
import type { PeriodTerms } from '../database.ts'
import { nextPeriodDate, periodDate } from './next-date.ts'
import type { ScheduleRow } from './schedule.ts'

type Terms = PeriodTerms & Pick<ScheduleRow, 'interval' | 'prorate_until'>

const dayMs = 86_400_000
const dayOf = (date: Date): number => Math.floor(date.getTime() / dayMs)
/** The days in UTC from the day of one moment to that of another. */
export const wholeDays = (from: Date, to: Date): number => dayOf(to) - dayOf(from)
const shown = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The moment at which a period of a schedule ends, and the next one begins. */
export function endOfPeriod(
  schedule: Pick<ScheduleRow, 'anchor_date' | 'interval' | 'prorate_until'>,
  period: Date,
): Date {
  const { anchor_date, interval, prorate_until: until } = schedule
  return until !== null && period < until ? until : nextPeriodDate(anchor_date, interval, period)
}

/** The price, or of a prorated first period its part by days (docs/reference/invoicing.md, "Schedules"). */
export function termsOfPeriod(schedule: Terms, period: Date): PeriodTerms {
  const { interval, prorate_until: until, description, unit_amount_cents, currency, vat_rate_bps } = schedule
  const terms = { description, unit_amount_cents, currency, vat_rate_bps }
  if (until === null || period >= until) return terms
  const days = wholeDays(period, until)
  const whole = wholeDays(periodDate(until, interval, -1), until)
  const part = divideHalfAway(BigInt(unit_amount_cents) * BigInt(days), BigInt(whole))
  return {
    ...terms,
    description: `${description} (${shown(dayOf(period))} to ${shown(dayOf(until) - 1)}, ${days} of ${whole} days)`,
    unit_amount_cents: String(part),
  }
}
