/** The calendar day of a moment or a day (`YYYY-MM-DD`), in UTC: "23 Nov 2026". */
export const dayLabel = (at: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at))

/** The moment that stands for a calendar day (`YYYY-MM-DD`): noon in UTC, which is the same day nearly everywhere. */
export const noonOf = (day: string): string => `${day}T12:00:00.000Z`

/** The last moment of a calendar day in UTC: what is due on that day is overdue from the next one on. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`

/** Today as a calendar day, in UTC as on the documents. */
export const today = (now = new Date()): string => now.toISOString().slice(0, 10)

/** The moment of a payment of a day: noon, or now on the present day, whose noon may be in the future. */
export const paidMomentOf = (day: string, now = new Date()): string =>
  day === today(now) ? now.toISOString() : noonOf(day)
