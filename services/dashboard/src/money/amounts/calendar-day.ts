/** Formats a plain day (`YYYY-MM-DD`), or the day of a moment in a time zone: "23 Nov 2026". */
export function dayLabel(at: string, zone: string, locale?: string): string {
  const isDay = at.length === 'YYYY-MM-DD'.length
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeZone: isDay ? 'UTC' : zone,
  })
  return format.format(new Date(at))
}

/** Returns the calendar day (`YYYY-MM-DD`) of a moment in a time zone. */
export const dayIn = (at: Date, zone: string): string =>
  // `en-CA` writes days as `YYYY-MM-DD`.
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone }).format(at)

const dayMs = 86_400_000

export const nextDay = (day: string): string =>
  new Date(Date.parse(day) + dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Returns the last day before an exclusive end. */
export const lastDayBefore = (end: string, zone: string): string =>
  dayIn(new Date(Date.parse(end) - 1), zone)
