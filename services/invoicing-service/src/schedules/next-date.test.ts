import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, startOfDay } from '../calendar/calendar-days.ts'
import { nextPeriodDate, periodDate } from './next-date.ts'

const zones = ['UTC', 'Australia/Sydney', 'America/Los_Angeles', 'Africa/Cairo'] as const

const anchorOn = (day: string, interval: 'month' | 'year', zone: string) => ({
  anchor_date: startOfDay(day, zone),
  interval,
  time_zone: zone,
})

test.each(zones)('keeps the day of the month when months are shorter, in %s', (zone) => {
  const monthly = anchorOn('2026-01-31', 'month', zone)
  expect([1, 2, 3].map((n) => dayIn(periodDate(monthly, n), zone))).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ])
  const yearly = anchorOn('2024-02-29', 'year', zone)
  expect([1, 4].map((n) => dayIn(periodDate(yearly, n), zone))).toEqual([
    '2025-02-28',
    '2028-02-29',
  ])
})

const dates = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2080-01-01'),
  noInvalidDate: true,
})

test("finds the anchor's next period and skips none", () => {
  fc.assert(
    fc.property(
      dates,
      fc.constantFrom('month' as const, 'year' as const),
      fc.nat(600),
      fc.constantFrom(...zones),
      (date, interval, n, zone) => {
        const anchor = anchorOn(dayIn(date, zone), interval, zone)
        expect(nextPeriodDate(anchor, periodDate(anchor, n))).toEqual(periodDate(anchor, n + 1))
      },
    ),
  )
})
