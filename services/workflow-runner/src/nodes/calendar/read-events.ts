import type { CalendarEvent, ReadCalendars } from '@atrium/contracts'
import type { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import type { CalendarPort } from '../ports.ts'
import type { Reading } from '../read/read-page.ts'
import { readPages } from '../read/read-pages.ts'
import type { EventWindow } from './calendar-event.ts'

const mostEvents = 50_000

type EventReading = Reading & { calendar: CalendarPort }

type CalendarPage = Extract<z.output<typeof ReadCalendars.output>, { outcome: 'read' }>['page']
export type KnownCalendar = CalendarPage['calendars'][number]

export async function readCalendars(reading: EventReading): Promise<KnownCalendar[]> {
  const { calendar, target, signal } = reading
  const found: KnownCalendar[] = []
  const read = (cursor: string | null) => calendar.calendars({ ...target, cursor }, signal)
  for await (const page of readPages('The list of calendars', read, reading)) {
    found.push(...page.calendars)
  }
  return found
}

type Read = Parameters<CalendarPort['events']>[0]['read']

/**
 * Reads all pages. Returns `expired` if the sync token has expired, or `gone` if the calendar does
 * not exist.
 */
async function readAll(reading: EventReading, calendarId: string, read: Read) {
  const { calendar, target, signal } = reading
  const events: CalendarEvent[] = []
  const page = (cursor: string | null) =>
    calendar.events({ ...target, calendarId, read, cursor }, signal)
  let syncToken: string | null = null
  for await (const answer of readPages('The calendar', page, reading, ['expired', 'gone'])) {
    if (typeof answer === 'string') return answer
    events.push(...answer.events)
    if (events.length > mostEvents)
      throw new NodeError(`The calendar has more than ${mostEvents} events to read`)
    syncToken = answer.syncToken
  }
  return { events, syncToken }
}

export interface CalendarChanges {
  /** True if everything was read. A missing event is then deleted. */
  full: boolean
  events: CalendarEvent[]
  /** Null if the provider returned no token. The next read is then a full one. */
  syncToken: string | null
}

interface KnownReading {
  token: string | undefined
  window: EventWindow
  /** The end of earlier runs' window, in milliseconds since 1970. */
  farEdge: number | undefined
  forget(): Promise<void>
}

/**
 * Reads the changes since a token and the new part of the window. Reads everything after `from` if
 * there is no valid token. Returns `gone` if the calendar does not exist.
 */
export async function readChanges(
  reading: EventReading,
  calendarId: string,
  { token, window, farEdge, forget }: KnownReading,
): Promise<CalendarChanges | 'gone'> {
  const iso = (millis: number) => new Date(millis).toISOString()
  const full = { kind: 'sync', token: null, from: iso(window.from) } as const
  if (token !== undefined) {
    const delta = await readAll(reading, calendarId, { ...full, token })
    if (delta === 'gone') return 'gone'
    if (delta !== 'expired') {
      const begin = Math.max(window.from, farEdge ?? window.from)
      if (begin >= window.to) return { full: false, ...delta }
      const entering = { kind: 'window', from: iso(begin), to: iso(window.to) } as const
      const more = await readAll(reading, calendarId, entering)
      if (more === 'gone') return 'gone'
      if (more === 'expired')
        throw new NodeError('The calendar cannot be read from the start. Try again later.')
      // If both reads return an event, the delta has the newer version.
      const changedIds = new Set(delta.events.map(({ id }) => id))
      const events = [...delta.events, ...more.events.filter(({ id }) => !changedIds.has(id))]
      return { full: false, events, syncToken: delta.syncToken }
    }
    await forget()
  }
  const all = await readAll(reading, calendarId, full)
  if (all === 'expired')
    throw new NodeError('The calendar cannot be read from the start. Try again later.')
  return all === 'gone' ? 'gone' : { full: true, ...all }
}
