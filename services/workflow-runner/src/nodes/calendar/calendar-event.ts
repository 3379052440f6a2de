import { hash } from 'node:crypto'
import { CalendarDay, type CalendarEvent, type Card, type NewCard } from '@atrium/contracts'
import { shortKey } from '../short-key.ts'

export interface CalendarSource {
  channelId: string
  calendarId: string
  name: string
  /** The IANA time zone for all-day events. */
  timeZone: string
}

/** The window in which events get new cards, in milliseconds since 1970. */
export interface EventWindow {
  from: number
  to: number
}

const longestTitle = 500
export const retiredTags = { archived: 'calendar:cancelled', ignored: 'calendar:ignored' } as const

/**
 * Returns the idempotency key of an event's card. The key does not include the calendar, so an
 * event keeps its card when it moves to another calendar.
 */
export const toCardKey = (workflowId: string, eventId: string): string =>
  `calendar:${workflowId}:${shortKey(eventId)}`

/**
 * Returns the key for one change to an event's card. The hash keeps the key within the length
 * limit.
 */
export const toChangeKey = (runId: string, nodeId: string, eventId: string): string =>
  `calendar:${hash('sha256', JSON.stringify([runId, nodeId, eventId]))}`

const toMillis = (time: CalendarEvent['start']): number => Date.parse(time?.at ?? '')

/**
 * Returns a moment's day as `YYYY-MM-DD`, like the start of an all-day event. Falls back to UTC if
 * the runtime does not support the time zone.
 */
function dayIn(millis: number, timeZone: string): string {
  try {
    // `en-CA` writes days as `YYYY-MM-DD`.
    return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(millis)
  } catch {
    return new Date(millis).toISOString().slice(0, 10)
  }
}

export interface CalendarWindow extends EventWindow {
  /** The first and last day inside the window, even in part. */
  firstDay: string
  lastDay: string
}

export const windowIn = ({ from, to }: EventWindow, timeZone: string): CalendarWindow => ({
  from,
  to,
  firstDay: dayIn(from, timeZone),
  lastDay: dayIn(to - 1, timeZone),
})

const isDay = (time: CalendarEvent['start']): time is NonNullable<CalendarEvent['start']> =>
  time?.allDay === true && CalendarDay.safeParse(time.at).success

/** Returns true if an event overlaps a window. An event without times never does. */
export function isWithin(
  { start, end }: Pick<CalendarEvent, 'start' | 'end'>,
  { from, to, firstDay, lastDay }: CalendarWindow,
): boolean {
  if (isDay(start)) {
    // The end of an all-day event is exclusive: the day after its last day.
    const isOver = isDay(end) && end.at > start.at ? end.at <= firstDay : start.at < firstDay
    return start.at <= lastDay && !isOver
  }
  const [begins, ends] = [toMillis(start), toMillis(end ?? start)]
  return begins < to && (ends > from || (begins === ends && begins >= from))
}

export function readTimes({ fields }: Card): Pick<CalendarEvent, 'start' | 'end'> {
  const allDay = fields['allDay'] === true
  const time = (at: unknown) => (typeof at === 'string' ? { at, allDay } : null)
  return { start: time(fields['start']), end: time(fields['end']) }
}

/** Normalizes a text as the database does, so an unchanged event compares as equal. */
const stored = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** An all-day event is due on its day, without a time. */
function toDueDate(start: CalendarEvent['start']): string | null {
  const begins = toMillis(start)
  if (start === null || Number.isNaN(begins)) return null
  return start.allDay && CalendarDay.safeParse(start.at).success
    ? start.at
    : new Date(begins).toISOString()
}

/** Returns the card values of an event. A null field removes the field from an existing card. */
export function toCard(event: CalendarEvent, source: CalendarSource, workflowId: string) {
  return {
    title: stored(event.title.trim() || '(No title)')
      .slice(0, longestTitle)
      .toWellFormed(),
    body: stored(event.description),
    dueDate: toDueDate(event.start),
    fields: {
      workflowId,
      channelId: source.channelId,
      calendarId: source.calendarId,
      calendar: source.name,
      eventId: event.id,
      eventType: event.eventType,
      start: event.start?.at ?? null,
      end: event.end?.at ?? null,
      allDay: event.start?.allDay ?? false,
      location: event.location,
      organizer: event.organizer,
      attendees: event.attendees.length > 0 ? event.attendees : null,
      link: event.url,
    },
  }
}

type EventCard = ReturnType<typeof toCard>

/** Drops the null fields, because a new card has no fields to remove. */
export const toNewCard = ({ fields, ...card }: EventCard): NewCard => ({
  kind: 'calendar',
  ...card,
  fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
})

export function isChanged(card: Card, wanted: EventCard): boolean {
  if (card.title !== wanted.title || card.body !== wanted.body) return true
  if ((card.dueAllDay ? card.dueOn : card.dueDate) !== wanted.dueDate) return true
  return Object.entries(wanted.fields).some(
    ([name, value]) => JSON.stringify(card.fields[name] ?? null) !== JSON.stringify(value),
  )
}
