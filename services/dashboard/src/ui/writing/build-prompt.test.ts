import { ZenPrompt } from '@atrium/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPrompt, findObstacle, longestText } from './build-prompt.ts'
import type { Limit, Want } from './offer.ts'

const short: Limit = { place: 'X', max: 280, count: 'weighted' }
const page: Limit = { place: 'LinkedIn', max: 3_000, count: 'characters' }
const wants: Want[] = [
  { kind: 'rewrite' },
  { kind: 'shorten', limit: null },
  { kind: 'shorten', limit: short },
  { kind: 'comment', limit: null },
  { kind: 'comment', limit: page },
  { kind: 'adapt', limit: page },
]

test('a question names the network and stays below its limit, counted as the network counts', () => {
  expect(buildPrompt({ kind: 'shorten', limit: short }, '')).toMatch(
    /for X to at most 252 .* emoji .* two/,
  )
  const adapted = buildPrompt({ kind: 'adapt', limit: page }, '')
  expect(adapted).toContain('LinkedIn')
  expect(adapted).toContain('at most 2700 characters.')
})

test('a wish is part of the question, and none leaves no trace', () => {
  expect(buildPrompt({ kind: 'rewrite' }, ' friendlier ')).toContain(
    'The author wishes: friendlier\n',
  )
  expect(buildPrompt({ kind: 'rewrite' }, '  ')).not.toContain('wishes')
})

test('the platform takes a question with any wish and the longest text', () => {
  const text = 'a'.repeat(longestText)
  const wish = fc.string({ unit: 'binary', maxLength: 2_000 })
  const isTaken = (want: Want, words: string) =>
    ZenPrompt.safeParse({ prompt: buildPrompt(want, words), text }).success
  fc.assert(fc.property(fc.constantFrom(...wants), wish, isTaken), { numRuns: 50 })
})

test.each(['', ' \n', 'a'.repeat(longestText + 1)])(
  'a text without words or beyond the limit gets no help',
  (text) => {
    expect(findObstacle(text)).toBeDefined()
  },
)

test('a text of a few words and one at the limit get help', () => {
  expect(['Fresh bread', 'a'.repeat(longestText)].map(findObstacle)).toEqual([undefined, undefined])
})
