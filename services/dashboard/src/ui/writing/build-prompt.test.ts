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

test('names the network and a length below its limit, counted as the network counts', () => {
  expect(buildPrompt({ kind: 'shorten', limit: short }, '')).toMatch(
    /for X to at most 252 .* emoji .* two/,
  )
  const adapted = buildPrompt({ kind: 'adapt', limit: page }, '')
  expect(adapted).toContain('LinkedIn')
  expect(adapted).toContain('at most 2700 characters.')
})

test('includes a wish in the prompt, and leaves it out if there is none', () => {
  expect(buildPrompt({ kind: 'rewrite' }, ' friendlier ')).toContain(
    'The author wishes: friendlier\n',
  )
  expect(buildPrompt({ kind: 'rewrite' }, '  ')).not.toContain('wishes')
})

test("stays within the platform's limit if the wish and the text have their maximum length", () => {
  const text = 'a'.repeat(longestText)
  const wish = fc.string({ unit: 'binary', maxLength: 2_000 })
  const isTaken = (want: Want, words: string) =>
    ZenPrompt.safeParse({ prompt: buildPrompt(want, words), text }).success
  fc.assert(fc.property(fc.constantFrom(...wants), wish, isTaken), { numRuns: 50 })
})

test.each(['', ' \n', 'a'.repeat(longestText + 1)])(
  'offers no help if a text has no words or is too long',
  (text) => {
    expect(findObstacle(text)).toBeDefined()
  },
)

test('offers help if a text has a few words or the maximum length', () => {
  expect(['Fresh bread', 'a'.repeat(longestText)].map(findObstacle)).toEqual([undefined, undefined])
})
