type Part = 'day' | 'month' | 'year'

/**
 * Returns the locale for dates. English without a region does not define the order of day and
 * month, so the organisation's time zone decides: American zones write the month first, all others
 * the day.
 */
export function toDateLocale(locale: string, timezone: string): string {
  if (locale !== 'en') return locale
  return timezone.startsWith('America/') ? 'en-US' : 'en-GB'
}

/** Formats a calendar day (`YYYY-MM-DD`) for a date field: "3 May 2031". */
export const formatDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  )

/** True if the locale uses a 12-hour clock. */
export const hasTwelveHours = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true

/** Returns the first day of the week as date libraries count it: 0 is Sunday. */
export function firstDayOfWeek(locale: string): 0 | 1 | 6 {
  const { firstDay } = new Intl.Locale(locale).getWeekInfo()
  return firstDay === 7 ? 0 : firstDay === 6 ? 6 : 1
}

function partOrder(locale: string): readonly Part[] {
  const parts = new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    timeZone: 'UTC',
    calendar: 'gregory',
  })
    .formatToParts(0)
    .map(({ type }) => type)
  return parts.filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')
}

/**
 * Returns a month's names (0 to 11) in a language, in full and abbreviated. The abbreviation need
 * not be a prefix, for example "mrt" in Dutch.
 */
const monthNames = (month: number, language: string): readonly string[] =>
  (['long', 'short'] as const).map((style) =>
    new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      .format(Date.UTC(2024, month, 1))
      .toLocaleLowerCase(language)
      .replace('.', ''),
  )

/** Finds the month (1 to 12) by the beginning of its name, in the locale or in English. */
function findMonth(word: string, locale: string): number | undefined {
  const wanted = word.toLocaleLowerCase(locale)
  if (wanted.length < 3) return undefined
  for (const language of [locale, 'en'])
    for (let month = 0; month < 12; month++) {
      const names = monthNames(month, language)
      if (names.some((name) => name.startsWith(wanted) || wanted.startsWith(name))) return month + 1
    }
  return undefined
}

/** Formats a calendar day as `YYYY-MM-DD`. Returns null if the calendar has no such day. */
function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 && year <= 9999 ? date.toISOString().slice(0, 10) : null
}

/**
 * Parses the text of a date field: an ISO date, three numbers in the locale's order ("3.5.31"), or
 * a day with the month's name ("3 May 2031"). Returns `YYYY-MM-DD`, or null if the text is not a
 * complete day yet.
 */
export function parseDay(text: string, locale: string): string | null {
  const typed = text.normalize('NFKC').trim().slice(0, 60)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = typed.match(/\d+/g)?.map(Number) ?? []
  const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)
  const word = /\p{L}+/gu
  const month = typed
    .match(word)
    ?.map((name) => findMonth(name, locale))
    .find((found) => found !== undefined)
  if (month !== undefined && numbers.length === 2) {
    const [first = 0, second = 0] = numbers
    return first > 31 ? toDay(first, month, second) : toDay(fullYear(second), month, first)
  }
  if (numbers.length !== 3) return null
  const values = Object.fromEntries(partOrder(locale).map((part, index) => [part, numbers[index]]))
  const { year = 0, month: monthNumber = 0, day = 0 } = values as Partial<Record<Part, number>>
  return toDay(fullYear(year), monthNumber, day)
}
