const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const day = `(?:${days.join('|')})`
const longDay = '(?:Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)'
const month = `(?<month>${months.join('|')})`
const time = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})'
const forms = [
  new RegExp(`^${day}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^${longDay}, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT$`),
  new RegExp(`^${day} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
]

/**
 * The time of an HTTP-date in milliseconds, or undefined when it is none and must be ignored. All three forms
 * of RFC 9110, 5.6.7 are taken; a two-digit year means the one that is at most fifty years ahead.
 */
export function parseHttpDate(text: string, now: number = Date.now()): number | undefined {
  for (const form of forms) {
    const parts = form.exec(text)?.groups
    if (!parts) continue
    const [date, hour, minute, second] = [parts['day'], parts['hour'], parts['minute'], parts['second']].map(
      Number,
    )
    const at = Date.UTC(
      fullYear(parts['year'] ?? '', now),
      months.indexOf(parts['month'] ?? ''),
      date,
      hour,
      minute,
      second,
    )
    const back = new Date(at)
    // 30 February or 25:00 roll over instead of failing; a leap second (:60) is allowed to.
    const rolled = back.getUTCDate() !== date || back.getUTCHours() !== hour
    return rolled && second !== 60 ? undefined : at
  }
  return undefined
}

function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year)
  const thisYear = new Date(now).getUTCFullYear()
  const inThisCentury = Math.floor(thisYear / 100) * 100 + Number(year)
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
}
