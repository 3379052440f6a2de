import { randomBytes } from 'node:crypto'
import type { Paging } from '../../pages/network-page.ts'
import type { SandboxUser } from '../oauth-settings.ts'

export type EventTime = { dateTime: string } | { date: string }

export interface SandboxEvent {
  id: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  eventType: string
  summary: string
  description: string
  location: string
  start: EventTime
  end: EventTime
  updated: string
  /** The calendar's change number when it last changed. */
  change: number
}

export interface SandboxCalendar {
  id: string
  summary: string
  primary: boolean
  selected: boolean
  timeZone: string
  events: Map<string, SandboxEvent>
  changes: number
  /** Sync tokens for earlier changes have expired. */
  oldestToken: number
}

/** The calendars of everybody who can sign in. */
export interface CalendarState {
  accounts: Map<string, Map<string, SandboxCalendar>>
  paging: Paging
}

export const createCalendarState = (): CalendarState => ({ accounts: new Map(), paging: 'normal' })

/** Returns a user's calendars. Creates two on first use. */
export function openCalendars(
  state: CalendarState,
  user: SandboxUser,
): Map<string, SandboxCalendar> {
  const existing = state.accounts.get(user.id)
  if (existing !== undefined) return existing
  const calendars = new Map<string, SandboxCalendar>()
  const add = (id: string, summary: string, primary: boolean) =>
    calendars.set(id, {
      id,
      summary,
      primary,
      selected: true,
      timeZone: 'Europe/Paris',
      events: new Map(),
      changes: 0,
      oldestToken: 0,
    })
  const email = user.email ?? `${user.id}@example.com`
  add(email, user.name, true)
  add(`team-${email.split('@')[0]}@group.calendar.example.com`, 'Team', false)
  state.accounts.set(user.id, calendars)
  return calendars
}

type NewEvent = Pick<SandboxEvent, 'summary' | 'start' | 'end'> & Partial<SandboxEvent>

/** Adds an event, or replaces the one with its id. */
export function putEvent(calendar: SandboxCalendar, event: NewEvent): SandboxEvent {
  calendar.changes += 1
  const id = event.id ?? randomBytes(13).toString('hex')
  const known = calendar.events.get(id)
  const stored: SandboxEvent = {
    status: 'confirmed',
    eventType: 'default',
    description: '',
    location: '',
    ...known,
    ...event,
    id,
    updated: new Date().toISOString(),
    change: calendar.changes,
  }
  // Deleting first keeps the list in order of the last change.
  calendar.events.delete(id)
  calendar.events.set(id, stored)
  return stored
}

export function cancelEvent(calendar: SandboxCalendar, id: string): void {
  const event = calendar.events.get(id)
  if (event !== undefined) putEvent(calendar, { ...event, status: 'cancelled' })
}

/** Moves an event. It keeps its id, and the old calendar gets a tombstone. */
export function moveEvent(from: SandboxCalendar, to: SandboxCalendar, id: string): void {
  const event = from.events.get(id)
  if (event === undefined) return
  putEvent(to, { ...event, status: 'confirmed' })
  cancelEvent(from, id)
}

/** Expires all current sync tokens. The next read with one is a 410. */
export const endTokens = (calendar: SandboxCalendar): void => {
  calendar.changes += 1
  calendar.oldestToken = calendar.changes
}

/** Milliseconds since 1970. */
export const toMillis = (time: EventTime): number =>
  Date.parse('dateTime' in time ? time.dateTime : time.date)
