import { divideHalfAway } from '@atrium/contracts'
import { addDays, dayIn, daysBetween } from '../calendar/calendar-days.ts'
import type { PeriodTerms } from '../database.ts'
import { nextPeriodDate, periodDate } from './next-date.ts'
import type { ScheduleRow } from './schedule.ts'

type Terms = PeriodTerms & Pick<ScheduleRow, 'interval' | 'prorate_until' | 'time_zone'>

export function endOfPeriod(
  schedule: Pick<ScheduleRow, 'anchor_date' | 'interval' | 'prorate_until' | 'time_zone'>,
  period: Date,
): Date {
  const { prorate_until: until } = schedule
  return until !== null && period < until ? until : nextPeriodDate(schedule, period)
}

/**
 * Returns a period's terms. A prorated first period costs its part by days
 * (docs/reference/invoicing.md, "Schedules").
 */
export function termsOfPeriod(schedule: Terms, period: Date): PeriodTerms {
  const { description, unit_amount_cents, currency, vat_rate_bps } = schedule
  const { interval, prorate_until: until, time_zone } = schedule
  const terms = { description, unit_amount_cents, currency, vat_rate_bps }
  if (until === null || period >= until) return terms
  const [first, end] = [dayIn(period, time_zone), dayIn(until, time_zone)]
  const days = daysBetween(first, end)
  const before = periodDate({ anchor_date: until, interval, time_zone }, -1)
  const whole = daysBetween(dayIn(before, time_zone), end)
  const part = divideHalfAway(BigInt(unit_amount_cents) * BigInt(days), BigInt(whole))
  return {
    ...terms,
    description: `${description} (${first} to ${addDays(end, -1)}, ${days} of ${whole} days)`,
    unit_amount_cents: String(part),
  }
}
