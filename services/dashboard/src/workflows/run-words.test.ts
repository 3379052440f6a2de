import { expect, test } from 'vitest'
import { durationWords } from './run-words.ts'

const start = '2026-05-01T08:00:00.000Z'
test.each([
  [40, '40 ms'],
  [1_450, '1.4 s'],
  [125_000, '2 min 5 s'],
  [3_700_000, '1 h 1 min'],
])('%i milliseconds are %s', (ms, words) => {
  expect(durationWords(start, new Date(Date.parse(start) + ms).toISOString())).toBe(words)
})

test('a run that goes has no duration yet', () => {
  expect(durationWords(start, null)).toBeUndefined()
})
