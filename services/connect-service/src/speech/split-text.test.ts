import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitText } from './split-text.ts'

test.each([
  ['One. Two. Three.', 11, ['One. Two.', 'Three.']],
  ['One two three four', 9, ['One two', 'three', 'four']],
  ['abcdefgh', 3, ['abc', 'def', 'gh']],
  ['a💶b💶', 2, ['a', '💶', 'b', '💶']],
  ['  short  ', 100, ['short']],
])('splits %j into parts of %i', (text, longest, parts) => {
  expect(splitText(text, longest)).toEqual(parts)
})

test('makes no part too long or empty and loses no visible character', () => {
  const seen = (text: string) => text.replaceAll(/\s+/g, '')
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 2, max: 40 }),
      (text, longest) => {
        const parts = splitText(text, longest)
        expect(seen(parts.join(''))).toBe(seen(text))
        for (const part of parts) {
          expect(part.trim()).not.toBe('')
          expect(part.length).toBeLessThanOrEqual(longest)
        }
      },
    ),
  )
})
