import { expect, test } from 'vitest'
import { dayLabel, endOfDay, noonOf, paidMomentOf, today } from './calendar-day.ts'

test('every moment of a day in UTC reads as that day', () => {
  for (const at of [
    '2026-11-30',
    '2026-11-30T00:00:00.000Z',
    '2026-11-30T23:59:59.999Z',
    noonOf('2026-11-30'),
    endOfDay('2026-11-30'),
  ]) {
    expect(dayLabel(at, 'en-GB')).toBe('30 Nov 2026')
  }
})

test('a payment has the chosen day and is never in the future', () => {
  for (const now of [new Date('2026-11-30T00:10:00.000Z'), new Date('2026-11-30T23:50:00.000Z')]) {
    expect(today(now)).toBe('2026-11-30')
    for (const day of [today(now), '2026-11-12']) {
      expect(paidMomentOf(day, now).slice(0, 10)).toBe(day)
      expect(Date.parse(paidMomentOf(day, now))).toBeLessThanOrEqual(now.getTime())
    }
  }
})
