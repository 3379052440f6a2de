import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import {
  type CalendarState,
  openCalendars,
  type SandboxCalendar,
  type SandboxEvent,
  toMillis,
} from './calendar-state.ts'
import {
  apiCall,
  GoogleProblem,
  invalid,
  notFound,
  parameters,
  wholeNumber,
} from './google-problem.ts'
import { toPage } from './paging.ts'

const root = '/mailbox/api/calendar/v3'
const reading = ['calendar.readonly']
const kind = (name: string) => ({ kind: `calendar#${name}` })

export function mountCalendarRoutes(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  state: CalendarState,
): void {
  const call = (
    c: Context<SandboxEnv>,
    answer: (calendars: Map<string, SandboxCalendar>) => object,
  ) =>
    apiCall(c, server, reading, ({ userId }) => answer(openCalendars(state, server.user(userId))))

  app.get(`${root}/users/me/calendarList`, (c) =>
    call(c, (calendars) => {
      const given = parameters(c, [
        'maxResults',
        'pageToken',
        'showHidden',
        'minAccessRole',
        'showDeleted',
      ])
      const size = wholeNumber(given.maxResults, 100, 1, 250)
      const list = [...calendars.values()]
      const page = toPage(list, ({ id }) => id, { size, token: given.pageToken, paging: 'normal' })
      return {
        ...kind('calendarList'),
        ...page,
        items: page.items.map(({ id, summary, primary, selected, timeZone }) => ({
          ...kind('calendarListEntry'),
          ...(primary ? { primary } : {}),
          id,
          summary,
          selected,
          timeZone,
          accessRole: 'owner',
        })),
      }
    }),
  )
  app.get(`${root}/calendars/:calendar/events`, (c) =>
    call(c, (calendars) => {
      const id = c.req.param('calendar')
      const calendar = [...calendars.values()].find((each) =>
        id === 'primary' ? each.primary : each.id === id,
      )
      if (calendar === undefined) throw notFound('Not Found')
      return listEvents(c, calendar, state)
    }),
  )
}

const names = [
  'singleEvents',
  'maxResults',
  'pageToken',
  'syncToken',
  'timeMin',
  'timeMax',
  'showDeleted',
  'orderBy',
  'timeZone',
  'eventTypes',
  'q',
  'updatedMin',
] as const
const notWithToken = ['timeMin', 'timeMax', 'orderBy', 'q', 'updatedMin']

function listEvents(c: Context, calendar: SandboxCalendar, { paging }: CalendarState): object {
  const given: Record<string, string | undefined> = parameters(c, names)
  const token = given['syncToken']
  const size = wholeNumber(given['maxResults'], 250, 1, 2_500)
  const clash =
    token === undefined ? undefined : notWithToken.find((name) => given[name] !== undefined)
  if (clash !== undefined) throw invalid(`${clash} cannot be used with syncToken`)
  const since = token === undefined ? undefined : parseToken(calendar, token)
  const [from, to] = [bound(given['timeMin']), bound(given['timeMax'])]
  if (from !== undefined && to !== undefined && to <= from) {
    throw new GoogleProblem(400, 'timeRangeEmpty', 'The specified time range is empty.')
  }
  const wanted = (event: SandboxEvent): boolean => {
    if (since !== undefined) return event.change > since
    if (event.status === 'cancelled') return given['showDeleted'] === 'true'
    return (
      (from === undefined || toMillis(event.end) > from) &&
      (to === undefined || toMillis(event.start) < to)
    )
  }
  const found = [...calendar.events.values()].filter(wanted)
  const key = ({ id, change }: SandboxEvent) => `${id}:${change}`
  const { items, nextPageToken } = toPage(found, key, { size, token: given['pageToken'], paging })
  const windowed = to !== undefined || given['q'] !== undefined || given['orderBy'] !== undefined
  return {
    ...kind('events'),
    summary: calendar.summary,
    timeZone: calendar.timeZone,
    items: items.map((event) => shown(event, calendar)),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    ...(nextPageToken === undefined && !windowed ? { nextSyncToken: toToken(calendar) } : {}),
  }
}

const toToken = ({ id, changes }: SandboxCalendar): string =>
  Buffer.from(JSON.stringify({ id, changes })).toString('base64url')

function parseToken(calendar: SandboxCalendar, token: string): number {
  const ended = new GoogleProblem(
    410,
    'fullSyncRequired',
    'Sync token is no longer valid, a full sync is required.',
  )
  try {
    const { id, changes } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<
      string,
      unknown
    >
    if (id === calendar.id && typeof changes === 'number' && changes >= calendar.oldestToken)
      return changes
  } catch {
    // Refused below.
  }
  throw ended
}

function bound(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
  if (!zoned) throw new GoogleProblem(400, 'badRequest', 'Bad Request')
  return Date.parse(text)
}

function shown(event: SandboxEvent, calendar: SandboxCalendar): object {
  const { id, status, change, ...more } = event
  if (status === 'cancelled') return { ...kind('event'), id, status }
  return {
    ...kind('event'),
    id,
    status,
    ...more,
    etag: `"${change}"`,
    htmlLink: `https://calendar.example.com/event?eid=${id}`,
    organizer: { email: calendar.id, displayName: calendar.summary },
  }
}
