import { z } from 'zod'
import { cursor, ReadCursor, readRpc } from './outcome.ts'

const CalendarId = z.string().min(1).max(1_024)

const Calendar = z.object({
  id: CalendarId,
  name: z.string(),
  primary: z.boolean(),
  /** True if the calendar is ticked in the provider's view. */
  selected: z.boolean(),
  timeZone: z.string().nullable(),
})

export const ReadCalendars = readRpc({
  subject: 'connect.calendar-list',
  description: 'One page of the calendars of an account',
  asked: { cursor },
  page: { calendars: z.array(Calendar), next: ReadCursor },
})

/** The provider's event kinds, in addition to `default`. */
export const calendarEventTypes = [
  'outOfOffice',
  'focusTime',
  'workingLocation',
  'fromGmail',
  'birthday',
] as const

/** A timestamp, or a date for an all-day event. */
const EventTime = z.object({ at: z.string(), allDay: z.boolean() })

export const CalendarEvent = z.object({
  id: z.string().min(1).max(1_024),
  /** A deleted event is `cancelled` and may only have its id. */
  status: z.enum(['confirmed', 'tentative', 'cancelled']),
  /** One of `calendarEventTypes`, `default`, or a newer provider kind. */
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
      /**
       * Returns the changes since `token`. If `token` is null, starts a sync with everything that
       * ends after `from`.
       */
      z.object({
        kind: z.literal('sync'),
        token: z.string().max(8_192).nullable(),
        from: z.iso.datetime(),
      }),
      z.object({ kind: z.literal('window'), from: z.iso.datetime(), to: z.iso.datetime() }),
    ]),
    cursor,
  },
  page: {
    events: z.array(CalendarEvent),
    next: ReadCursor,
    /** The token for the next sync. Set on the last page of a sync. */
    syncToken: z.string().nullable(),
  },
})
