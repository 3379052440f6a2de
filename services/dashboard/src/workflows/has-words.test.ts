import { expect, test } from 'vitest'
import { hasWords } from './has-words.ts'

test('finds words without regard to case and accents, as the platform does', () => {
  expect(hasWords('Thank Søren', 'soren THANK')).toBe(true)
  expect(hasWords('Thank Soren', 'Søren')).toBe(true)
  expect(hasWords('今月の売上', '売上')).toBe(true)
  expect(hasWords('Thank Søren', 'soren posts')).toBe(false)
})

test('finds every text when the search has no words', () => {
  expect(hasWords('Anything', ' ')).toBe(true)
})
