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

test('estimates the next run from the previous runs', () => {
  expect(estimateWords(estimate)).toBe(
    'A run takes about 12 credits, at most 30 credits so far. You have 4,200 credits.',
  )
})

test('leaves out the highest cost if all runs cost the same, and names the rest of a limit', () => {
  expect(estimateWords({ ...estimate, typicalCredits: 1, highestCredits: 1, monthLeft: 0 })).toBe(
    "A run takes about 1 credit. You have 4,200 credits, 0 credits under this month's limits.",
  )
})

test('estimates nothing if no run has taken credits', () => {
  expect(estimateWords({ ...estimate, typicalCredits: null, highestCredits: null })).toBeUndefined()
})
