import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, startOfDay } from '../calendar/calendar-days.ts'
import { periodDate } from './next-date.ts'
import { termsOfPeriod } from './period-terms.ts'
import { isEnded, toClaim } from './periods.ts'

const terms = {
  interval: 'month' as const,
  description: 'Care',
  unit_amount_cents: '10000',
  currency: 'EUR',
  vat_rate_bps: 2_000,
  time_zone: 'UTC',
  prorate_until: new Date('2026-02-01T00:00:00.000Z'),
}

test('bills a first period by its days and later periods in full', () => {
  expect(termsOfPeriod(terms, new Date('2026-01-15T00:00:00.000Z'))).toEqual({
    description: 'Care (2026-01-15 to 2026-01-31, 17 of 31 days)',
    unit_amount_cents: '5484',
    currency: 'EUR',
    vat_rate_bps: 2_000,
  })
  expect(termsOfPeriod(terms, terms.prorate_until).unit_amount_cents).toBe('10000')
  const whole = { ...terms, prorate_until: null }
  expect(termsOfPeriod(whole, new Date('2026-01-15T00:00:00.000Z')).description).toBe('Care')
  const yearly = { ...terms, interval: 'year' as const, unit_amount_cents: '36500' }
  expect(termsOfPeriod(yearly, new Date('2026-01-01T00:00:00.000Z')).unit_amount_cents).toBe('3100')
})

const moments = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2080-01-01'), noInvalidDate: true })
  .map((date) => startOfDay(dayIn(date, 'UTC'), 'UTC'))
const intervals = fc.constantFrom('month' as const, 'year' as const)

test('bills no part above the whole, and the whole price if the period is whole', () => {
  fc.assert(
    fc.property(
      moments,
      intervals,
      fc.nat(100_000_000),
      fc.double({ min: 0, max: 1 }),
      (until, ...rest) => {
        const [interval, cents, at] = rest
        const first = periodDate({ anchor_date: until, interval, time_zone: 'UTC' }, -1)
        const period = new Date(
          first.getTime() + (until.getTime() - first.getTime()) * (Number(at) || 0),
        )
        const of = (prorate_until: Date, from: Date) =>
          Number(
            termsOfPeriod(
              { ...terms, interval, unit_amount_cents: String(cents), prorate_until },
              from,
            ).unit_amount_cents,
          )
        const part = of(until, period)
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThanOrEqual(cents)
        expect(of(until, first)).toBe(cents)
      },
    ),
  )
})

test('completes a schedule with the nth claim if it has n periods, or with the last claim before its end', () => {
  fc.assert(
    fc.property(
      moments,
      intervals,
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (anchor, ...rest) => {
        const [interval, n, byDate] = rest
        const end = byDate
          ? {
              ends_at: periodDate({ anchor_date: anchor, interval, time_zone: 'UTC' }, n),
              periods: null,
            }
          : { ends_at: null, periods: n }
        let at = {
          anchor_date: anchor,
          next_invoice_date: anchor,
          interval,
          claimed_periods: 0,
          time_zone: 'UTC',
          paused_at: null,
          resumed_at: null,
          ...end,
        }
        let claims = 0
        for (let completes = false; !completes; claims += 1) {
          expect(isEnded(at)).toBe(false)
          const claim = toClaim(at)
          completes = claim.completes
          at = { ...at, next_invoice_date: claim.next, claimed_periods: claims + 1 }
        }
        expect(claims).toBe(n)
      },
    ),
  )
})
