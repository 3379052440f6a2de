import { expect, test } from 'vitest'
import { dayIn, dayLabel, lastDayBefore, nextDay } from './calendar-day.ts'

test('shows a plain day as it is, and a moment as its day in the zone', () => {
  for (const zone of ['Pacific/Auckland', 'UTC', 'America/Los_Angeles']) {
    expect(dayLabel('2026-11-30', zone, 'en-GB')).toBe('30 Nov 2026')
  }
  expect(dayLabel('2026-11-29T20:00:00.000Z', 'Pacific/Auckland', 'en-GB')).toBe('30 Nov 2026')
  expect(dayLabel('2026-12-01T05:00:00.000Z', 'America/Los_Angeles', 'en-GB')).toBe('30 Nov 2026')
})

test('returns the day of a moment in the zone', () => {
  const moment = new Date('2027-01-01T02:00:00.000Z')
  expect(dayIn(moment, 'America/Los_Angeles')).toBe('2026-12-31')
  expect(dayIn(moment, 'Australia/Sydney')).toBe('2027-01-01')
})

test('returns the last day if the end is the first or the last moment of a day', () => {
  expect(nextDay('2026-12-31')).toBe('2027-01-01')
  expect(lastDayBefore('2026-12-31T13:00:00.000Z', 'Australia/Sydney')).toBe('2026-12-31')
  expect(lastDayBefore('2026-12-31T23:59:59.999Z', 'UTC')).toBe('2026-12-31')
})
