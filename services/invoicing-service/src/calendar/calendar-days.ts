import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

/** A calendar day, for example `2026-11-30`. */
export type Day = string

// Bounded, because an organisation may spell its zone name in any mix of capital and small letters.
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 })

function findFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached !== undefined) return cached
  // `en-CA` formats days as `YYYY-MM-DD`.
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone })
  formats.set(zone, format)
  return format
}

export function dayIn(moment: Date, zone: string): Day {
  if (zone === 'UTC') return moment.toISOString().slice(0, 10)
  return findFormat(zone).format(moment)
}

/** Returns a day's first moment in a time zone. This is not midnight if the clocks skip it. */
export const startOfDay = (day: Day, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)

export const endOfDay = (day: Day, zone: string): Date =>
  new Date(startOfDay(addDays(day, 1), zone).getTime() - 1)

export const yearIn = (moment: Date, zone: string): number =>
  Number(dayIn(moment, zone).slice(0, 4))

export const addDays = (day: Day, days: number): Day =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** Returns the same day some months later, or the last day if that month is shorter. */
export const addMonths = (day: Day, months: number): Day =>
  Temporal.PlainDate.from(day).add({ months }).toString()

export const daysBetween = (from: Day, to: Day): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

/** Counts calendar months and ignores the day. */
export function monthsBetween(from: Day, to: Day): number {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  return (last.year - first.year) * 12 + last.month - first.month
}

/** Returns a day unchanged, or converts an ISO 8601 moment to its day in a time zone. */
export const readDay = (dayOrMoment: string, zone: string): Day =>
  dayOrMoment.length === 'YYYY-MM-DD'.length ? dayOrMoment : dayIn(new Date(dayOrMoment), zone)
