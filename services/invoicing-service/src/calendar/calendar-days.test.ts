import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dayIn,
  daysBetween,
  endOfDay,
  readDay,
  startOfDay,
  yearIn,
} from './calendar-days.ts'

const zones = [
  'UTC',
  'Australia/Sydney',
  'America/Los_Angeles',
  'Asia/Beirut',
  'Pacific/Kiritimati',
] as const

test.each([
  ['2026-12-31', 'Australia/Sydney', '2026-12-30T13:00:00.000Z', '2026-12-31T12:59:59.999Z'],
  ['2026-12-31', 'America/Los_Angeles', '2026-12-31T08:00:00.000Z', '2027-01-01T07:59:59.999Z'],
  // In Beirut the clocks change at midnight: from 00:00 to 01:00, and from 24:00 to 23:00 on 30
  // October.
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z'],
  ['2026-10-24', 'Asia/Beirut', '2026-10-23T21:00:00.000Z', '2026-10-24T21:59:59.999Z'],
])('computes the start and end of %s in %s: from %s to %s', (day, zone, start, end) => {
  expect(startOfDay(day, zone).toISOString()).toBe(start)
  expect(endOfDay(day, zone).toISOString()).toBe(end)
})

test('reads a day unchanged and a moment as the day in its zone', () => {
  expect(readDay('2026-11-30', 'America/Los_Angeles')).toBe('2026-11-30')
  expect(readDay('2026-12-01T05:00:00+01:00', 'America/Los_Angeles')).toBe('2026-11-30')
  expect(yearIn(new Date('2027-01-01T02:00:00.000Z'), 'America/Los_Angeles')).toBe(2026)
})

test('finds the same day at the start and the end of every day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), fc.constantFrom(...zones), (n, zone) => {
      const day = addDays('1999-12-31', n)
      expect(dayIn(startOfDay(day, zone), zone)).toBe(day)
      expect(dayIn(endOfDay(day, zone), zone)).toBe(day)
      expect(daysBetween('1999-12-31', day)).toBe(n)
    }),
  )
})
