import { expect, test } from 'vitest'
import {
  dateIn,
  isPast,
  listDays,
  onDay,
  proposedMoment,
  readWallTime,
  toDueRange,
  toMoment,
  tomorrowMorning,
} from './zoned-time.ts'

test.each([
  ['Europe/Berlin', '2026-03-27T08:30:00.000Z', '2026-03-30', '2026-03-30T07:30:00.000Z'],
  ['Europe/Berlin', '2026-10-23T07:30:00.000Z', '2026-10-26', '2026-10-26T08:30:00.000Z'],
  ['America/New_York', '2026-03-06T14:00:00.000Z', '2026-03-09', '2026-03-09T13:00:00.000Z'],
  ['Pacific/Auckland', '2026-04-03T20:15:00.000Z', '2026-04-06', '2026-04-05T21:15:00.000Z'],
  ['UTC', '2026-03-27T23:59:59.999Z', '2026-03-30', '2026-03-30T23:59:59.999Z'],
])(
  'keeps the time of day when a drag crosses a daylight saving change in %s',
  (zone, at, date, moved) => {
    expect(onDay(at, date, zone)).toBe(moved)
    expect(readWallTime(moved, zone).time).toBe(readWallTime(at, zone).time)
  },
)

test('takes the later time if daylight saving skips a time, and the first if it repeats one', () => {
  expect(toMoment('2026-03-29', '02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(toMoment('2026-10-25', '02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})

test("uses the organisation's zone, not the viewer's, for the date of a moment", () => {
  const late = '2026-11-22T23:30:00.000Z'
  expect(readWallTime(late, 'Asia/Tokyo')).toEqual({
    date: '2026-11-23',
    time: '08:30',
    minutes: 510,
  })
  expect(readWallTime(late, 'America/Los_Angeles').date).toBe('2026-11-22')
  expect(dateIn(new Date(late), 'Asia/Tokyo')).toBe('2026-11-23')
})

test("lists Monday to Sunday in the organisation's zone for a week", () => {
  expect(listDays('week', '2026-11-29')).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
  ])
  expect(toDueRange('week', '2026-11-29', 'Asia/Tokyo')).toEqual({
    dueAfter: '2026-11-22T15:00:00.000Z',
    dueBefore: '2026-11-29T15:00:00.000Z',
  })
})

test('makes a week one hour shorter or longer when daylight saving changes', () => {
  expect(toDueRange('week', '2026-03-29', 'Europe/Berlin')).toEqual({
    dueAfter: '2026-03-22T23:00:00.000Z',
    dueBefore: '2026-03-29T22:00:00.000Z',
  })
})

test("fills whole weeks for a month, and lists only the month's days for a list", () => {
  const month = listDays('month', '2026-11-15')
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  const list = listDays('list', '2026-02-15')
  expect([list[0], list.at(-1)]).toEqual(['2026-02-01', '2026-02-28'])
})

test('marks a slot as past as soon as its moment is reached', () => {
  const now = new Date('2026-11-23T12:00:00.000Z')
  expect(isPast('2026-11-23T12:00:00.000Z', now)).toBe(true)
  expect(isPast('2026-11-23T12:00:00.001Z', now)).toBe(false)
})

test('proposes noon for a new post, or the next full hour if noon has passed', () => {
  const now = new Date('2026-11-23T14:20:00.000Z')
  expect(proposedMoment('2026-11-24', 'Europe/Berlin', now)).toBe('2026-11-24T11:00:00.000Z')
  expect(proposedMoment('2026-11-23', 'Europe/Berlin', now)).toBe('2026-11-23T15:00:00.000Z')
  expect(proposedMoment('2026-11-23', 'America/New_York', now)).toBe('2026-11-23T17:00:00.000Z')
})

test("starts tomorrow in the organisation's zone", () => {
  const now = new Date('2026-06-30T23:30:00Z')
  expect(tomorrowMorning(now, 'UTC')).toBe('2026-07-01T09:00:00.000Z')
  expect(tomorrowMorning(now, 'Europe/Berlin')).toBe('2026-07-02T07:00:00.000Z')
})
