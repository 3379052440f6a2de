import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, percentile } from './statistics.ts'

test('returns a percentile that at least the given share of samples does not exceed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (samples, share) => {
        const value = percentile(samples, share)
        expect(samples).toContain(value)
        expect(samples.filter((each) => each <= value).length).toBeGreaterThanOrEqual(
          Math.floor(samples.length * share),
        )
      },
    ),
  )
})

test('returns the middle of three samples, nothing if there are none, and leaves the input unchanged', () => {
  const samples = [3, 1, 2]
  expect(median(samples)).toBe(2)
  expect(samples).toEqual([3, 1, 2])
  expect(median([])).toBeNaN()
})
