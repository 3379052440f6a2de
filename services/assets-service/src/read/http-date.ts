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
 * Parses an HTTP-date (RFC 9110, section 5.6.7) in milliseconds. Returns undefined for
 * any other text.
 */
// biome-ignore lint/plugin: Only a date with a two-digit year depends on the clock.
export function parseHttpDate(text: string, now: number = Date.now()): number | undefined {
  for (const form of forms) {
    const parts = form.exec(text)?.groups
    if (!parts) continue
    const date = Number(parts['day'])
    const hour = Number(parts['hour'])
    const minute = Number(parts['minute'])
    const second = Number(parts['second'])
    const year = fullYear(parts['year'] ?? '', now)
    // A leap second (:60) becomes the second after :59.
    const leap = second === 60 ? 1 : 0
    const at = new Date(
      Date.UTC(year, months.indexOf(parts['month'] ?? ''), date, hour, minute, second - leap),
    )
    // 30 February or 25:00 would roll over instead of failing, and years below 100 would land in
    // another century.
    const rolled =
      at.getUTCFullYear() !== year ||
      at.getUTCDate() !== date ||
      at.getUTCHours() !== hour ||
      at.getUTCMinutes() !== minute
    return rolled ? undefined : at.getTime() + leap * 1000
  }
  return undefined
}

function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year)
  const thisYear = new Date(now).getUTCFullYear()
  const inThisCentury = Math.floor(thisYear / 100) * 100 + Number(year)
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
}
