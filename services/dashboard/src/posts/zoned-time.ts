import { Temporal } from 'temporal-polyfill'
import { formatWallTime, parseWallTime } from '../ui/dates/wall-time.ts'

/**
 * A wall time in a zone: `YYYY-MM-DD`, `HH:mm`, and the minutes since midnight that a clock shows.
 */
export interface WallTime {
  readonly date: string
  readonly time: string
  readonly minutes: number
}

export type RangeView = 'month' | 'week' | 'list'

const noon = '12:00'

/** A range of due dates: includes the first moment, excludes the last. */
export interface DueRange {
  readonly dueAfter: string
  readonly dueBefore: string
}

const zoned = (at: string, zone: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone)
const toIso = (moment: Temporal.ZonedDateTime): string =>
  moment.toInstant().toString({ fractionalSecondDigits: 3 })

export function readWallTime(at: string, zone: string): WallTime {
  const [date = '', time = ''] = formatWallTime(at, zone).split('T')
  return { date, time, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) }
}

/**
 * Converts a date and a time of day to a moment. Uses the later time if daylight saving skips the
 * time, and the first if it occurs twice. Throws a RangeError if there is no such date or time.
 */
export function toMoment(date: string, time: string, zone: string): string {
  const moment = parseWallTime(`${date}T${time}`, zone)
  if (moment === undefined) throw new RangeError(`Not a date and a time: ${date} ${time}`)
  return moment
}

/** Moves a moment to another date at the same time of day. */
export function onDay(at: string, date: string, zone: string): string {
  const plainTime = zoned(at, zone).toPlainTime()
  return toIso(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime }))
}

export const dateIn = (at: Date, zone: string): string => readWallTime(at.toISOString(), zone).date

export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/**
 * Adds months to a date. Uses the last day of the month if the month is too short. `months` can be
 * negative.
 */
export const addMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }).toString()

export const weekStart = (date: string): string =>
  addDays(date, 1 - Temporal.PlainDate.from(date).dayOfWeek)

export const monthStart = (date: string): string =>
  Temporal.PlainDate.from(date).with({ day: 1 }).toString()

/**
 * Returns the dates in the view around `date`. Month and week views are filled up to whole weeks
 * from Monday.
 */
export function listDays(view: RangeView, date: string): readonly string[] {
  const first = view === 'week' ? weekStart(date) : monthStart(date)
  const last = view === 'week' ? addDays(first, 6) : addDays(addMonths(first, 1), -1)
  const from = view === 'month' ? weekStart(first) : first
  const to = view === 'month' ? addDays(weekStart(last), 6) : last
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * Returns a view's due dates, from midnight on its first day to midnight after its last day, in the
 * zone.
 */
export function toDueRange(view: RangeView, date: string, zone: string): DueRange {
  const days = listDays(view, date)
  const midnight = (day: string) => toIso(Temporal.PlainDate.from(day).toZonedDateTime(zone))
  return {
    dueAfter: midnight(days[0] ?? date),
    dueBefore: midnight(addDays(days.at(-1) ?? date, 1)),
  }
}

/** Returns true if a moment has passed. Nothing can be scheduled in the past. */
export const isPast = (at: string, now: Date): boolean => new Date(at) <= now

/** Returns the proposed time of a new post: noon, or the next full hour if noon has passed. */
export function proposedMoment(date: string, zone: string, now: Date): string {
  const wanted = toMoment(date, noon, zone)
  if (!isPast(wanted, now)) return wanted
  const next = zoned(now.toISOString(), zone).round({ smallestUnit: 'hour', roundingMode: 'ceil' })
  return toIso(next)
}

export const tomorrowMorning = (now: Date, zone: string): string =>
  toMoment(addDays(dateIn(now, zone), 1), '09:00', zone)
