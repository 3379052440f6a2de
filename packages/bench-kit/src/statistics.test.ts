import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, percentile } from './statistics.ts'

test('a percentile is a sample that no fewer than its share of the others lie below or at', () => {
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

test('the median of three is the middle one, of none there is none, and the samples stay as they were', () => {
  const samples = [3, 1, 2]
  expect(median(samples)).toBe(2)
  expect(samples).toEqual([3, 1, 2])
  expect(median([])).toBeNaN()
})
