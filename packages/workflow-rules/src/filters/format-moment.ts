import { findCached } from './cached.ts'
import type { Moment } from './moment.ts'

const minuteMillis = 60_000
const zoneFormats = new Map<string, Intl.DateTimeFormat>()
const nameFormats = new Map<string, Intl.DateTimeFormat>()
// Returns a moment's clock fields in a time zone, as if they were UTC.
function toLocalFields({ fields, offset }: Moment, zone: string): Date {
  if (offset === undefined) return new Date(fields)
  const moment = new Date(fields - offset * minuteMillis)
  const format = findCached(
    zoneFormats,
    zone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        calendar: 'gregory',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      }),
  )
  const found = new Map(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => found.get(type) ?? 0
  const local = new Date(0)
  local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  local.setUTCHours(part('hour'), part('minute'), part('second'))
  return local
}

function monthName(
  date: Date,
  { locale, style, withDay }: { locale: string; style: 'long' | 'short'; withDay: boolean },
): string {
  const make = (options: Intl.DateTimeFormatOptions) =>
    findCached(
      nameFormats,
      `${locale} ${JSON.stringify(options)}`,
      () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', calendar: 'gregory', ...options }),
    )
  // Many languages inflect the month after a day, for example "29 listopada" in Polish.
  const inflected = withDay
    ? make({ month: style, day: 'numeric' })
        .formatToParts(date)
        .find(({ type }) => type === 'month')?.value
    : undefined
  return inflected !== undefined && /\p{L}/u.test(inflected)
    ? inflected
    : make({ month: style }).format(date)
}

const token = /\[([^[\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|mm|ss/g

/** Formats a moment with tokens (docs/reference/expressions.md, "Dates"). */
export function formatMoment(
  moment: Moment,
  format: string,
  { locale, zone }: { locale: string; zone: string },
): string {
  const date = toLocalFields(moment, zone)
  const two = (value: number): string => String(value).padStart(2, '0')
  const year = String(date.getUTCFullYear()).padStart(4, '0')
  const withDay = format.replace(/\[[^[\]]*\]/g, '').includes('D')
  return format.replace(token, (found, kept: string | undefined) => {
    if (kept !== undefined) return kept
    switch (found) {
      case 'YYYY':
        return year
      case 'YY':
        return year.slice(-2)
      case 'MMMM':
        return monthName(date, { locale, style: 'long', withDay })
      case 'MMM':
        return monthName(date, { locale, style: 'short', withDay })
      case 'MM':
        return two(date.getUTCMonth() + 1)
      case 'M':
        return String(date.getUTCMonth() + 1)
      case 'DD':
        return two(date.getUTCDate())
      case 'D':
        return String(date.getUTCDate())
      case 'HH':
        return two(date.getUTCHours())
      case 'mm':
        return two(date.getUTCMinutes())
      default:
        return two(date.getUTCSeconds())
    }
  })
}
