import { expect, test } from 'vitest'
import { addTallies, emptyTally, succeeded, summaryLines } from './tally.ts'

const failed = [{ name: 'c > d', reason: 'expected 1 to be 2' }]

test('ends with the summary and names skips and failures only if there are any', () => {
  expect(summaryLines({ passed: 3, failed: [], skipped: [] })).toEqual(['3 passed, 0 failed'])
  const skipped = [{ name: 'a > b', reason: 'no docker' }]
  expect(summaryLines({ passed: 3, failed, skipped })).toEqual([
    'skipped: a > b (no docker)',
    'failed: c > d (expected 1 to be 2)',
    '3 passed, 1 failed, 1 skipped',
  ])
})

test('adds up tallies', () => {
  const one = { passed: 1, failed, skipped: [{ name: 'a', reason: 'b' }] }
  expect(addTallies(one, emptyTally, one)).toEqual({
    passed: 2,
    failed: [...failed, ...failed],
    skipped: [...one.skipped, ...one.skipped],
  })
})

test('fails a run unless at least one test passed', () => {
  expect(succeeded(emptyTally)).toBe(false)
  expect(succeeded({ passed: 1, failed: [], skipped: [] })).toBe(true)
  expect(succeeded({ passed: 1, failed, skipped: [] })).toBe(false)
})
