import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { form, link, mountForm, showRecord } from '../../pages/inspect.ts'
import { type Markup, networkPage, pagings, readPaging } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import {
  type CalendarState,
  cancelEvent,
  type EventTime,
  endTokens,
  moveEvent,
  openCalendars,
  putEvent,
  type SandboxCalendar,
  type SandboxEvent,
} from './calendar-state.ts'

const root = '/mailbox/calendars'
const types = ['default', 'outOfOffice', 'focusTime', 'workingLocation', 'fromGmail', 'birthday']

export function mountCalendarPages(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  state: CalendarState,
): void {
  const calendars = (c: Context) => openCalendars(state, server.user(c.req.param('user') ?? ''))
  app.get(`${root}/:user`, (c) => c.html(page(server, c.req.param('user'), calendars(c), state)))
  const toPage = (c: Context) => `${root}/${c.req.param('user')}`
  mountForm(app, `${root}/:user`, toPage, ({ text }, c) => {
    if (text('paging') === '') change(calendars(c), text)
    else state.paging = readPaging(text('paging'))
  })
}

/** Converts the form's local time to UTC, or returns a whole day. */
const parseTime = (text: string): EventTime =>
  text.includes('T')
    ? { dateTime: new Date(`${text}Z`).toISOString() }
    : { date: text.slice(0, 10) }

function change(calendars: Map<string, SandboxCalendar>, text: (name: string) => string): void {
  const calendar = calendars.get(text('calendar'))
  if (calendar === undefined) return
  const id = text('id')
  const to = calendars.get(text('to'))
  if (text('do') === 'cancel') cancelEvent(calendar, id)
  if (text('do') === 'expire') endTokens(calendar)
  if (text('do') === 'move' && to !== undefined && to !== calendar) moveEvent(calendar, to, id)
  if (
    text('do') !== 'put' ||
    Number.isNaN(Date.parse(text('start'))) ||
    Number.isNaN(Date.parse(text('end')))
  ) {
    return
  }
  putEvent(calendar, {
    ...(id === '' ? {} : { id }),
    summary: text('summary'),
    description: text('description'),
    location: text('location'),
    eventType: types.find((type) => type === text('eventType')) ?? 'default',
    start: parseTime(text('start')),
    end: parseTime(text('end')),
  })
}

const formatTime = (time: EventTime): string =>
  'date' in time ? time.date : time.dateTime.slice(0, 16)

const details = {
  calendar: 'hidden',
  id: 'hidden',
  summary: 'required',
  start: 'required',
  end: 'required',
  location: 'text',
  description: 'text',
  eventType: types,
} as const

function page(
  server: OAuthServer,
  user: string,
  calendars: Map<string, SandboxCalendar>,
  { paging }: CalendarState,
): Markup {
  const { id: userId, name } = server.user(user)
  const to = `${root}/${userId}`
  const all = [...calendars.values()]
  const showEvent = (calendar: string, event: SandboxEvent): Markup => {
    const [start, end] = [formatTime(event.start), formatTime(event.end)]
    const others = all.filter(({ id }) => id !== calendar)
    const targets = Object.fromEntries(others.map(({ id, summary }) => [id, summary]))
    const { id } = event
    return showRecord(
      event,
      form(to, details, ['put', 'cancel'], { ...event, calendar, start, end }),
      form(to, { calendar: 'hidden', id: 'hidden', to: targets }, ['move'], { calendar, id }),
    )
  }
  return networkPage(
    `Calendars of ${name}`,
    html`<p>${link('/mailbox', 'The mailbox provider')}</p>
<h2>Paging of lists</h2>${form(to, { paging: pagings }, ['set'], { paging })}
<p>Write times as 2026-01-31T09:00 in UTC, and whole days as 2026-01-31.</p>
${all.map(
  ({ id, summary, events }) => html`<h2>${summary}</h2><p>${id}</p>
${form(to, details, ['put'], { calendar: id })}
<p>Sync tokens: ${form(to, { calendar: 'hidden' }, ['expire'], { calendar: id })}</p>
${[...events.values()]
  .filter(({ status }) => status !== 'cancelled')
  .map((event) => showEvent(id, event))}`,
)}`,
  )
}
