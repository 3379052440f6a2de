import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

/** A calendar day: `2026-11-30`. */
export type Day = string

// Bounded, because an organisation may write the name of its zone in capitals and small letters of its choice.
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 })

function findFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  // `en-CA` writes days as `YYYY-MM-DD`.
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone })
  formats.set(zone, format)
  return format
}

/** The day on which a moment falls in a time zone. */
export function dayIn(moment: Date, zone: string): Day {
  if (zone === 'UTC') return moment.toISOString().slice(0, 10)
  return findFormat(zone).format(moment)
}

/** The first moment of a day in a time zone: not midnight if clocks skip it. */
export const startOfDay = (day: Day, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)

/** The last millisecond of a day in a time zone. */
export const endOfDay = (day: Day, zone: string): Date =>
  new Date(startOfDay(addDays(day, 1), zone).getTime() - 1)

export const yearIn = (moment: Date, zone: string): number => Number(dayIn(moment, zone).slice(0, 4))

export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString()

/** The same day some months later, or the last day of a shorter month. */
export const addMonths = (day: Day, months: number): Day =>
  Temporal.PlainDate.from(day).add({ months }).toString()

/** The number of days from one day to a later one. */
export const daysBetween = (from: Day, to: Day): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

/** The months from the month of one day to that of another. */
export function monthsBetween(from: Day, to: Day): number {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  return (last.year - first.year) * 12 + last.month - first.month
}

/** Reads a day, or the day on which a moment (ISO 8601) falls in a time zone. */
export const readDay = (dayOrMoment: string, zone: string): Day =>
  dayOrMoment.length === 'YYYY-MM-DD'.length ? dayOrMoment : dayIn(new Date(dayOrMoment), zone)
