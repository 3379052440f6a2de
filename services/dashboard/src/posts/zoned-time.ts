import type { Temporal } from 'temporal-polyfill'
import { temporal } from './temporal.ts'

/** A moment on the wall clock of a zone: `YYYY-MM-DD`, `HH:mm`, and the minutes since midnight that a clock shows. */
export interface WallTime {
  readonly date: string
  readonly time: string
  readonly minutes: number
}

export type RangeView = 'month' | 'week' | 'list'

const noon = '12:00'

/** A range of due dates: the first moment is inside, the last one is not. */
export interface DueRange {
  readonly dueAfter: string
  readonly dueBefore: string
}

const zoned = (at: string, zone: string) => temporal().Instant.from(at).toZonedDateTimeISO(zone)
const toIso = (moment: Temporal.ZonedDateTime): string =>
  moment.toInstant().toString({ fractionalSecondDigits: 3 })

export function wallTime(at: string, zone: string): WallTime {
  const moment = zoned(at, zone)
  return {
    date: moment.toPlainDate().toString(),
    time: moment.toPlainTime().toString({ smallestUnit: 'minute' }),
    minutes: moment.hour * 60 + moment.minute,
  }
}

/** The moment of a wall clock: a time that daylight saving leaves out is later, the first of one that comes twice. */
export const toMoment = (date: string, time: string, zone: string): string =>
  toIso(temporal().PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time }))

/** The moment at which the clock of a zone shows `YYYY-MM-DDTHH:mm`; undefined for another text. */
export function momentOfText(text: string, zone: string): string | undefined {
  const [date = '', time = ''] = text.split('T')
  try {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? toMoment(date, time, zone) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A moment put to another day at the same time of day. */
export function onDay(at: string, date: string, zone: string): string {
  const plainTime = zoned(at, zone).toPlainTime()
  return toIso(temporal().PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime }))
}

export const dateIn = (at: Date, zone: string): string => wallTime(at.toISOString(), zone).date

export const addDays = (date: string, days: number): string =>
  temporal().PlainDate.from(date).add({ days }).toString()

/** A date some months later, or earlier; the last day of a shorter month. */
export const addMonths = (date: string, months: number): string =>
  temporal().PlainDate.from(date).add({ months }).toString()

export const weekStart = (date: string): string =>
  addDays(date, 1 - temporal().PlainDate.from(date).dayOfWeek)

export const monthStart = (date: string): string =>
  temporal().PlainDate.from(date).with({ day: 1 }).toString()

/** The days of a view around a date, the last one included: whole weeks from Monday in the month and the week. */
export function listDays(view: RangeView, date: string): readonly string[] {
  const first = view === 'week' ? weekStart(date) : monthStart(date)
  const last = view === 'week' ? addDays(first, 6) : addDays(addMonths(first, 1), -1)
  const from = view === 'month' ? weekStart(first) : first
  const to = view === 'month' ? addDays(weekStart(last), 6) : last
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The due dates of a view, from the first midnight of the zone to the one after the last day. */
export function toDueRange(view: RangeView, date: string, zone: string): DueRange {
  const days = listDays(view, date)
  const midnight = (day: string) => toIso(temporal().PlainDate.from(day).toZonedDateTime(zone))
  return {
    dueAfter: midnight(days[0] ?? date),
    dueBefore: midnight(addDays(days.at(-1) ?? date, 1)),
  }
}

/** Whether a moment has passed: nothing can be scheduled there. */
export const isPast = (at: string, now: Date): boolean => new Date(at) <= now

/** The moment that a new post on a day is given: noon, or the next full hour of a day whose noon has passed. */
export function proposedMoment(date: string, zone: string, now: Date): string {
  const wanted = toMoment(date, noon, zone)
  if (!isPast(wanted, now)) return wanted
  const next = zoned(now.toISOString(), zone).round({ smallestUnit: 'hour', roundingMode: 'ceil' })
  return toIso(next)
}

export const tomorrowMorning = (now: Date, zone: string): string =>
  toMoment(addDays(dateIn(now, zone), 1), '09:00', zone)
