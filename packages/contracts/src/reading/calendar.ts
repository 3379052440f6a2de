import { z } from 'zod'
import { cursor, ReadCursor, readRpc } from './outcome.ts'

const CalendarId = z.string().min(1).max(1_024)

const Calendar = z.object({
  id: CalendarId,
  name: z.string(),
  primary: z.boolean(),
  /** Whether it is ticked in the provider's own view. */
  selected: z.boolean(),
  timeZone: z.string().nullable(),
})

export const ReadCalendars = readRpc({
  subject: 'connect.calendar-list',
  description: 'One page of the calendars of an account',
  asked: { cursor },
  page: { calendars: z.array(Calendar), next: ReadCursor },
})

/** The provider's kinds of events, beside `default`. */
export const calendarEventTypes = [
  'outOfOffice',
  'focusTime',
  'workingLocation',
  'fromGmail',
  'birthday',
] as const

/** A moment, or the date of an event that lasts whole days. */
const EventTime = z.object({ at: z.string(), allDay: z.boolean() })

export const CalendarEvent = z.object({
  id: z.string().min(1).max(1_024),
  /** A tombstone is `cancelled` and may hold its id alone. */
  status: z.enum(['confirmed', 'tentative', 'cancelled']),
  /** One of `calendarEventTypes`, `default`, or a newer one of the provider. */
  eventType: z.string(),
  title: z.string(),
  description: z.string(),
  location: z.string().nullable(),
  url: z.string().nullable(),
  start: EventTime.nullable(),
  end: EventTime.nullable(),
  organizer: z.string().nullable(),
  attendees: z.array(z.string()),
  updatedAt: z.string().nullable(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

export const ReadEvents = readRpc({
  subject: 'connect.calendar-events',
  description:
    'One page of the single events of a calendar: the changes since a sync token, with tombstones, or those of a window',
  asked: {
    calendarId: CalendarId,
    read: z.discriminatedUnion('kind', [
      /** The changes since `token`; a null one reads all that ends after `from` and begins the sync. */
      z.object({ kind: z.literal('sync'), token: z.string().max(8_192).nullable(), from: z.iso.datetime() }),
      z.object({ kind: z.literal('window'), from: z.iso.datetime(), to: z.iso.datetime() }),
    ]),
    cursor,
  },
  page: {
    events: z.array(CalendarEvent),
    next: ReadCursor,
    /** On the last page of a sync: the token of the next one. */
    syncToken: z.string().nullable(),
  },
})
