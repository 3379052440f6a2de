import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPeriodDate, periodDate } from './next-date.ts'

const utc = (text: string): Date => new Date(`${text}T09:30:00.000Z`)

test('31 January, 28 February, 31 March', () => {
  const anchor = utc('2026-01-31')
  expect([1, 2, 3].map((n) => periodDate(anchor, 'month', n).toISOString().slice(0, 10))).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ])
})

test('29 February comes back in leap years', () => {
  const anchor = utc('2024-02-29')
  expect([1, 4].map((n) => periodDate(anchor, 'year', n).toISOString().slice(0, 10))).toEqual([
    '2025-02-28',
    '2028-02-29',
  ])
})

const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2080-01-01'), noInvalidDate: true })

test('the next date is later, is a period of the anchor, and skips none', () => {
  fc.assert(
    fc.property(
      dates,
      fc.constantFrom('month' as const, 'year' as const),
      fc.nat(600),
      (anchor, interval, n) => {
        const current = periodDate(anchor, interval, n)
        expect(nextPeriodDate(anchor, interval, current)).toEqual(periodDate(anchor, interval, n + 1))
      },
    ),
  )
})
