import type { Card } from '@atrium/contracts'
import { formatWallTime, parseWallTime } from '../ui/dates/wall-time.ts'

export type Due = Pick<Card, 'dueDate' | 'dueAllDay' | 'dueOn'>

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Returns the due date for a request: a day for an all-day card, otherwise a moment. */
export const writeDue = ({ dueDate, dueAllDay, dueOn }: Due): string | null =>
  dueAllDay ? dueOn : dueDate

/**
 * Returns a card's due date after a change, until the platform responds. A day ends in the viewer's
 * time zone.
 */
export function readDue(text: string | null): Due {
  if (text === null) return { dueDate: null, dueAllDay: false, dueOn: null }
  if (!isDay(text)) return { dueDate: text, dueAllDay: false, dueOn: text.slice(0, 10) }
  return { dueDate: new Date(`${text}T23:59:59.999`).toISOString(), dueAllDay: true, dueOn: text }
}

const usualTime = '09:00'

/**
 * Returns the due date for a request when the user switches between a day and a moment. Days are
 * in the organisation's time zone. Returns null if the card has no date.
 */
export function switchAllDay(
  { dueDate, dueAllDay, dueOn }: Due,
  allDay: boolean,
  zone: string,
): string | null {
  if (dueDate === null) return null
  const day = dueAllDay && dueOn !== null ? dueOn : formatWallTime(dueDate, zone).slice(0, 10)
  return allDay ? day : (parseWallTime(`${day}T${usualTime}`, zone) ?? null)
}

const dayFormat = { day: 'numeric', month: 'short' } as const
const moment = new Intl.DateTimeFormat(undefined, dayFormat)
const plainDay = new Intl.DateTimeFormat(undefined, { ...dayFormat, timeZone: 'UTC' })

/** Returns a card's due day. An all-day card has the same day in every time zone. */
export function dueDay({ dueDate, dueAllDay, dueOn }: Due): string | undefined {
  if (dueAllDay && dueOn !== null) return plainDay.format(new Date(`${dueOn}T00:00:00Z`))
  return dueDate === null ? undefined : moment.format(new Date(dueDate))
}

const long = { dateStyle: 'medium' } as const
const exactMoment = new Intl.DateTimeFormat(undefined, { ...long, timeStyle: 'short' })
const exactDay = new Intl.DateTimeFormat(undefined, { ...long, timeZone: 'UTC' })

/** Describes a due date from the history or a request: a day without a time, or a moment. */
export const describeDue = (text: string): string =>
  isDay(text) ? exactDay.format(new Date(`${text}T00:00:00Z`)) : exactMoment.format(new Date(text))
