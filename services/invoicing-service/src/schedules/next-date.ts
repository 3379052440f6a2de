/** Period `n` in UTC, counted from the anchor, whose day and time it keeps: 31 January, 28 February, 31 March. */
export function periodDate(anchor: Date, interval: 'month' | 'year', n: number): Date {
  const months = interval === 'month' ? n : 12 * n
  const date = new Date(anchor)
  date.setUTCMonth(anchor.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return date
}

/** The first period date after `current`. */
export function nextPeriodDate(anchor: Date, interval: 'month' | 'year', current: Date): Date {
  const step = interval === 'month' ? 1 : 12
  const elapsed =
    (current.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + current.getUTCMonth() - anchor.getUTCMonth()
  let n = Math.max(0, Math.floor(elapsed / step) - 1)
  let date = periodDate(anchor, interval, n)
  while (date.getTime() <= current.getTime()) {
    n += 1
    date = periodDate(anchor, interval, n)
  }
  return date
}
