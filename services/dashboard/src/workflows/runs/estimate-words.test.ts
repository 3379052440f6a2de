import { expect, test } from 'vitest'
import { estimateWords } from './estimate-words.ts'

const estimate = {
  runs: 4,
  typicalCredits: 12,
  highestCredits: 30,
  available: 4_200,
  monthLeft: null,
  covered: true,
}

test('the next run is estimated by the runs before it', () => {
  expect(estimateWords(estimate)).toBe(
    'A run takes about 12 credits, at most 30 credits so far. You have 4,200 credits.',
  )
})

test('runs that took the same have no highest one; a limit names what is left of it', () => {
  expect(estimateWords({ ...estimate, typicalCredits: 1, highestCredits: 1, monthLeft: 0 })).toBe(
    "A run takes about 1 credit. You have 4,200 credits, 0 credits under this month's limits.",
  )
})

test('nothing is estimated before a run has taken credits', () => {
  expect(estimateWords({ ...estimate, typicalCredits: null, highestCredits: null })).toBeUndefined()
})
