import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type Markup, networkPage, pagings, readPaging, renderSelect } from '../network-page.ts'
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
  app.post(`${root}/:user`, async (c) => {
    const form = await c.req.parseBody()
    change(calendars(c), state, (name) => String(form[name] ?? ''))
    return c.redirect(`${root}/${c.req.param('user')}`, 303)
  })
}

/** Converts the form's local time to UTC, or returns a whole day. */
const parseTime = (text: string): EventTime =>
  text.includes('T')
    ? { dateTime: new Date(`${text}Z`).toISOString() }
    : { date: text.slice(0, 10) }

function change(
  calendars: Map<string, SandboxCalendar>,
  state: CalendarState,
  text: (name: string) => string,
): void {
  const calendar = calendars.get(text('calendar'))
  if (text('do') === 'paging') {
    state.paging = readPaging(text('paging')) ?? 'normal'
  }
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

const field = (time: EventTime): string => ('date' in time ? time.date : time.dateTime.slice(0, 16))

function form(calendar: SandboxCalendar, action: string, event?: SandboxEvent): Markup {
  return html`<form method="post" action="${action}"><input type="hidden" name="calendar" value="${calendar.id}">
<input type="hidden" name="id" value="${event?.id ?? ''}">
<input name="summary" placeholder="Title" value="${event?.summary ?? ''}" required>
<input name="start" placeholder="2026-01-31T09:00 or 2026-01-31" value="${event === undefined ? '' : field(event.start)}" required>
<input name="end" placeholder="2026-01-31T10:00 or 2026-02-01" value="${event === undefined ? '' : field(event.end)}" required>
<input name="location" placeholder="Place" value="${event?.location ?? ''}">
<input name="description" placeholder="Description" value="${event?.description ?? ''}">
${renderSelect('eventType', types, event?.eventType)}
<button name="do" value="put">${event === undefined ? 'Add' : 'Change'}</button>
${event === undefined ? '' : html`<button name="do" value="cancel">Cancel it</button>`}</form>`
}

function page(
  server: OAuthServer,
  user: string,
  calendars: Map<string, SandboxCalendar>,
  { paging }: CalendarState,
): Markup {
  const { id: userId, name } = server.user(user)
  const action = `${root}/${userId}`
  const all = [...calendars.values()]
  const moving = (
    from: SandboxCalendar,
    { id }: SandboxEvent,
  ) => html`<form method="post" action="${action}">
<input type="hidden" name="calendar" value="${from.id}"><input type="hidden" name="id" value="${id}">
<select name="to">${all.filter((each) => each !== from).map((each) => html`<option value="${each.id}">${each.summary}</option>`)}</select>
<button name="do" value="move">Move there</button></form>`
  return networkPage(
    `Calendars of ${name}`,
    html`<p><a href="/mailbox">The mailbox provider</a></p>
<form method="post" action="${action}"><p>Lists are paged: ${renderSelect('paging', pagings, paging)}
<button name="do" value="paging">Set</button></p></form>
${all.map(
  (calendar) => html`<h2>${calendar.summary}</h2><p>${calendar.id}</p>
${form(calendar, action)}
<form method="post" action="${action}"><input type="hidden" name="calendar" value="${calendar.id}"><button name="do" value="expire">End its sync tokens</button></form>
${[...calendar.events.values()]
  .filter(({ status }) => status !== 'cancelled')
  .map(
    (event) =>
      html`<article data-event="${event.id}">${form(calendar, action, event)}${moving(calendar, event)}</article>`,
  )}`,
)}`,
  )
}
