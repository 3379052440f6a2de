import { addMonths, dayIn, monthsBetween, startOfDay } from '../calendar/calendar-days.ts'

/** How periods are counted: from the first day of the first whole period, in this time zone. */
export interface Anchor {
  anchor_date: Date
  interval: 'month' | 'year'
  time_zone: string
}

const monthsByInterval = { month: 1, year: 12 }

/**
 * Returns the start of period `n`, counted from the anchor. The anchor's day is kept: 31 January,
 * 28 February, 31 March.
 */
export const periodDate = ({ anchor_date, interval, time_zone }: Anchor, n: number): Date =>
  startOfDay(addMonths(dayIn(anchor_date, time_zone), n * monthsByInterval[interval]), time_zone)

/** Returns the first period start after `current`. */
export function nextPeriodDate(anchor: Anchor, current: Date): Date {
  const { anchor_date, interval, time_zone } = anchor
  const elapsed = monthsBetween(dayIn(anchor_date, time_zone), dayIn(current, time_zone))
  let n = Math.max(0, Math.floor(elapsed / monthsByInterval[interval]) - 1)
  let date = periodDate(anchor, n)
  while (date.getTime() <= current.getTime()) {
    n += 1
    date = periodDate(anchor, n)
  }
  return date
}
