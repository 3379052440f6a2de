import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'

test('doubles the pauses from the first one up to the longest', () => {
  const pauses = [1, 2, 3, 11, 12, 1_000].map((attempt) => backOff(attempt, 2_000, 3_600_000))
  expect(pauses).toEqual([2_000, 4_000, 8_000, 2_048_000, 3_600_000, 3_600_000])
})
