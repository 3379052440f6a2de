import type { CalendarEvent } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { cardOf, isChanged, isWithin, newCardOf } from './calendar-event.ts'

const source = { channelId: 'chn_1', calendarId: 'a', name: 'Work' }
const event = (start: string, end: string, allDay = false): CalendarEvent => ({
  ...{ id: 'e1', status: 'confirmed', eventType: 'default', title: 'Oven', description: '' },
  ...{ location: null, url: null, organizer: null, attendees: [], updatedAt: null },
  start: { at: start, allDay },
  end: { at: end, allDay },
})
const dueDate = (each: CalendarEvent) => cardOf(each, source, 'wf_1').dueDate

it('an hour that stays the same for people is another moment after the change of the clocks', () => {
  // Europe/Paris: summer time begins on 29 March 2026 and ends on 25 October.
  expect([
    dueDate(event('2026-03-22T09:00:00+01:00', '2026-03-22T10:00:00+01:00')),
    dueDate(event('2026-03-29T09:00:00+02:00', '2026-03-29T10:00:00+02:00')),
  ]).toEqual(['2026-03-22T08:00:00.000Z', '2026-03-29T07:00:00.000Z'])
  // The hour that comes twice.
  expect([
    dueDate(event('2026-10-25T02:30:00+02:00', '2026-10-25T02:45:00+02:00')),
    dueDate(event('2026-10-25T02:30:00+01:00', '2026-10-25T02:45:00+01:00')),
  ]).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
})

it('a whole day is its date in every zone, and the day of a change of the clocks is one day', () => {
  const day = event('2026-03-29', '2026-03-30', true)
  expect(dueDate(day)).toBe('2026-03-29')
  const at = (text: string) => Date.parse(text)
  const from = at('2026-03-29T12:00:00Z')
  expect(isWithin(day, { from, to: from + 1 })).toBe(true)
  expect(isWithin(day, { from: at('2026-03-30T00:00:00Z'), to: at('2026-03-31T00:00:00Z') })).toBe(false)
})

it('the same moment in another notation of its offset is a change of the card’s fields, no other moment', () => {
  const before = event('2026-03-29T09:00:00+02:00', '2026-03-29T10:00:00+02:00')
  const card = {
    ...newCardOf(cardOf(before, source, 'wf_1')),
    ...{ id: 'task_1', status: 'todo' as const, tags: [], destination: null },
  } as unknown as Parameters<typeof isChanged>[0]
  expect(isChanged(card, cardOf(before, source, 'wf_1'))).toBe(false)
  const zulu = event('2026-03-29T07:00:00Z', '2026-03-29T08:00:00Z')
  expect(dueDate(zulu)).toBe(dueDate(before))
})
