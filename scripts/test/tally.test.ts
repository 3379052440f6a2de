import { expect, test } from 'vitest'
import { addTallies, emptyTally, succeeded, summaryLines } from './tally.ts'

test('the last line is the summary, and names skips only when there are any', () => {
  expect(summaryLines({ passed: 3, failed: 0, skipped: [] })).toEqual(['3 passed, 0 failed'])
  const skipped = [{ name: 'a > b', reason: 'no docker' }]
  expect(summaryLines({ passed: 3, failed: 1, skipped })).toEqual([
    'skipped: a > b (no docker)',
    '3 passed, 1 failed, 1 skipped',
  ])
})

test('tallies add up', () => {
  const one = { passed: 1, failed: 2, skipped: [{ name: 'a', reason: 'b' }] }
  expect(addTallies(one, emptyTally, one)).toEqual({
    passed: 2,
    failed: 4,
    skipped: [...one.skipped, ...one.skipped],
  })
})

test('a run without a single passed test has not succeeded', () => {
  expect(succeeded(emptyTally)).toBe(false)
  expect(succeeded({ passed: 1, failed: 0, skipped: [] })).toBe(true)
  expect(succeeded({ passed: 1, failed: 1, skipped: [] })).toBe(false)
})
