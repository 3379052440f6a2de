import type { CardRow } from '../database.ts'

type Due = Pick<CardRow, 'due_date' | 'due_all_day' | 'due_on'>

/** True for a calendar day, `YYYY-MM-DD`. Every other valid due date in a request is a moment. */
export const isDay = (text: string): boolean => text.length === 'YYYY-MM-DD'.length

/**
 * Returns the columns for a due date. The table's trigger converts them to the organisation's zone.
 */
export function readDue(text: string | null): Due {
  if (text === null) return { due_date: null, due_all_day: false, due_on: null }
  if (!isDay(text)) {
    const moment = new Date(text)
    return { due_date: moment, due_all_day: false, due_on: moment.toISOString().slice(0, 10) }
  }
  return { due_date: new Date(`${text}T23:59:59.999Z`), due_all_day: true, due_on: text }
}

/** Formats a due date as a request would: a day for an all-day card, otherwise a moment. */
export const writeDue = ({ due_date, due_all_day, due_on }: Due): string | null =>
  due_date === null ? null : due_all_day && due_on !== null ? due_on : due_date.toISOString()

/**
 * True if two due dates mean the same, even if the end of the day is not yet in the organisation's
 * zone.
 */
export const isSameDue = (one: Due, other: Due): boolean => writeDue(one) === writeDue(other)

/** Returns the columns for a due date at a moment. */
export const dueAt = (moment: Date): Due => readDue(moment.toISOString())

/**
 * True if a due date has passed. A day passes when it ends in the organisation's zone. The table's
 * trigger has not set its end yet.
 */
export function isPastDue(
  { due_date, due_all_day, due_on }: Due,
  now: Date,
  zone = 'UTC',
): boolean {
  if (due_date === null) return false
  if (!due_all_day || due_on === null) return due_date < now
  // `en-CA` formats days as `YYYY-MM-DD`.
  return (
    due_on < new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone }).format(now)
  )
}
