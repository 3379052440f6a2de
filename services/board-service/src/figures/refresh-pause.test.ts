import { expect, test } from 'vitest'
import { failurePause, freshFor } from './refresh-pause.ts'

const minute = 60_000
const day = 1_440 * minute

test('reads the figures of an older post less often', () => {
  const pauses = [0, day, 7 * day, 30 * day].map(freshFor)
  expect(pauses).toEqual([15 * minute, 120 * minute, 720 * minute, 7 * day])
})

test('waits longer after each failure, up to twelve hours', () => {
  expect([1, 2, 3, 50].map(failurePause)).toEqual([
    5 * minute,
    10 * minute,
    20 * minute,
    720 * minute,
  ])
})
