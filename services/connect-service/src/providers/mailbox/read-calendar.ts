import type { ReadEvents } from '@atrium/contracts'
import { z } from 'zod'
import { hasCode, rescued } from '../../network/network-error.ts'
import { type Api, pageAt } from '../api.ts'
import type { Asked, CalendarReader } from '../readers.ts'

const pageSize = '250'

const text = z.string().nullish().catch(null)
const Calendar = z.object({
  id: z.string().min(1),
  summary: text,
  summaryOverride: text,
  primary: z.boolean().optional(),
  selected: z.boolean().optional(),
  timeZone: text,
})
const Calendars = z.object({
  items: z.array(Calendar).default([]),
  nextPageToken: z.string().optional(),
})

const Time = z
  .union([
    z
      .object({ dateTime: z.string().min(1) })
      .transform(({ dateTime }) => ({ at: dateTime, allDay: false })),
    z.object({ date: z.string().min(1) }).transform(({ date }) => ({ at: date, allDay: true })),
  ])
  .nullish()
  .catch(null)
const Person = z.object({ email: z.string() })
const Event = z.object({
  id: z.string().min(1).max(1_024),
  status: z.enum(['confirmed', 'tentative', 'cancelled']).catch('confirmed'),
  eventType: z.string().default('default'),
  summary: text,
  description: text,
  location: text,
  htmlLink: text,
  start: Time,
  end: Time,
  organizer: Person.nullish().catch(null),
  attendees: z.array(Person).nullish().catch(null),
  updated: text,
})
const Events = z.object({
  items: z.array(Event).default([]),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
})

const longestText = 8_000
const mostPeople = 50

const shown = (event: z.output<typeof Event>) => ({
  id: event.id,
  status: event.status,
  eventType: event.eventType,
  title: (event.summary ?? '').slice(0, 1_000),
  description: (event.description ?? '').slice(0, longestText),
  location: event.location?.slice(0, 1_000) ?? null,
  url: event.htmlLink ?? null,
  start: event.start ?? null,
  end: event.end ?? null,
  organizer: event.organizer?.email ?? null,
  attendees: (event.attendees ?? []).slice(0, mostPeople).map(({ email }) => email),
  updatedAt: event.updated ?? null,
})

/**
 * Returns the query of a read. A sync token cannot be combined with time bounds. A window has no
 * sync token, so it does not return deleted events.
 */
function toParameters({ read }: Asked<typeof ReadEvents>): Record<string, string> {
  if (read.kind === 'window') return { timeMin: read.from, timeMax: read.to }
  return read.token === null ? { timeMin: read.from } : { syncToken: read.token }
}

/**
 * The statuses from a proxy without a calendar list. Every account has a calendar named `primary`.
 */
const notServed = hasCode(404, 405, 501)
const primary = { id: 'primary', name: 'primary', primary: true, selected: true, timeZone: null }

/** Reads the mailbox provider's calendars. Recurring events are expanded to single ones. */
export const calendarReader = (api: Api): CalendarReader => ({
  async calendars(by, { cursor }) {
    const query = { maxResults: pageSize, ...pageAt('pageToken', cursor) }
    const listed = api({ path: '/calendar/v3/users/me/calendarList', by, query, schema: Calendars })
    const answer =
      cursor === null ? await rescued(listed, notServed, () => undefined) : await listed
    if (answer === undefined) return { calendars: [primary], next: null }
    return {
      calendars: answer.items.map((calendar) => ({
        id: calendar.id,
        name: calendar.summaryOverride || calendar.summary || calendar.id,
        primary: calendar.primary ?? false,
        selected: calendar.selected ?? false,
        timeZone: calendar.timeZone ?? null,
      })),
      next: answer.nextPageToken ?? null,
    }
  },
  async events(by, asked) {
    const path = `/calendar/v3/calendars/${encodeURIComponent(asked.calendarId)}/events`
    const page = { maxResults: pageSize, ...pageAt('pageToken', asked.cursor) }
    const query = { singleEvents: 'true', ...toParameters(asked), ...page }
    const answer = await api({ path, by, query, schema: Events })
    return {
      events: answer.items.map(shown),
      next: answer.nextPageToken ?? null,
      syncToken: answer.nextSyncToken ?? null,
    }
  },
})
