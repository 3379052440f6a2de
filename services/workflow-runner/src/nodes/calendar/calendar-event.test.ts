import type { CalendarEvent } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { isChanged, isWithin, toCard, toNewCard, windowIn } from './calendar-event.ts'

const source = { channelId: 'chn_1', calendarId: 'a', name: 'Work', timeZone: 'UTC' }
const event = (start: string, end: string, allDay = false): CalendarEvent => ({
  id: 'e1',
  status: 'confirmed',
  eventType: 'default',
  title: 'Oven',
  description: '',
  location: null,
  url: null,
  organizer: null,
  attendees: [],
  updatedAt: null,
  start: { at: start, allDay },
  end: { at: end, allDay },
})
const dueDate = (each: CalendarEvent) => toCard(each, source, 'wf_1').dueDate

it('moves the due time by an hour when daylight saving time begins or ends', () => {
  // Europe/Paris: summer time begins on 29 March 2026 and ends on 25 October.
  expect([
    dueDate(event('2026-03-22T09:00:00+01:00', '2026-03-22T10:00:00+01:00')),
    dueDate(event('2026-03-29T09:00:00+02:00', '2026-03-29T10:00:00+02:00')),
  ]).toEqual(['2026-03-22T08:00:00.000Z', '2026-03-29T07:00:00.000Z'])
  // This hour occurs twice.
  expect([
    dueDate(event('2026-10-25T02:30:00+02:00', '2026-10-25T02:45:00+02:00')),
    dueDate(event('2026-10-25T02:30:00+01:00', '2026-10-25T02:45:00+01:00')),
  ]).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
})

it('keeps the date of an all-day event, even if the clocks change on that day', () => {
  const day = event('2026-03-29', '2026-03-30', true)
  expect(dueDate(day)).toBe('2026-03-29')
  const at = (text: string) => Date.parse(text)
  const from = at('2026-03-29T12:00:00Z')
  expect(isWithin(day, windowIn({ from, to: from + 1 }, 'UTC'))).toBe(true)
  expect(
    isWithin(
      day,
      windowIn({ from: at('2026-03-30T00:00:00Z'), to: at('2026-03-31T00:00:00Z') }, 'UTC'),
    ),
  ).toBe(false)
})

it('keeps the due time if an event’s offset is written differently', () => {
  const before = event('2026-03-29T09:00:00+02:00', '2026-03-29T10:00:00+02:00')
  const card = {
    ...toNewCard(toCard(before, source, 'wf_1')),
    id: 'task_1',
    status: 'todo' as const,
    tags: [],
    destination: null,
  } as unknown as Parameters<typeof isChanged>[0]
  expect(isChanged(card, toCard(before, source, 'wf_1'))).toBe(false)
  const zulu = event('2026-03-29T07:00:00Z', '2026-03-29T08:00:00Z')
  expect(dueDate(zulu)).toBe(dueDate(before))
})

it('reads an all-day event in its calendar’s time zone', () => {
  const day = event('2026-03-10', '2026-03-11', true)
  const within = (from: string, to: string, zone: string) =>
    isWithin(day, windowIn({ from: Date.parse(from), to: Date.parse(to) }, zone))
  // 10 March has just ended in Sydney, but not yet in Berlin.
  expect(within('2026-03-10T13:30:00Z', '2026-03-12T00:00:00Z', 'Australia/Sydney')).toBe(false)
  expect(within('2026-03-10T13:30:00Z', '2026-03-12T00:00:00Z', 'Europe/Berlin')).toBe(true)
  // The evening of 10 March in New York is 11 March in UTC.
  expect(within('2026-03-11T02:00:00Z', '2026-03-12T00:00:00Z', 'America/New_York')).toBe(true)
  expect(within('2026-03-11T02:00:00Z', '2026-03-12T00:00:00Z', 'UTC')).toBe(false)
  // The window ends before 10 March begins in Los Angeles, but after it begins in UTC.
  expect(within('2026-03-09T00:00:00Z', '2026-03-10T05:00:00Z', 'America/Los_Angeles')).toBe(false)
  expect(within('2026-03-09T00:00:00Z', '2026-03-10T05:00:00Z', 'UTC')).toBe(true)
  expect(within('2026-03-10T05:00:00Z', '2026-03-10T06:00:00Z', 'Mars/Base')).toBe(true)
})
