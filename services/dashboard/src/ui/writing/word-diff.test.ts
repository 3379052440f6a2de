import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, wordDiff } from './word-diff.ts'

const toText = (parts: readonly Part[], without: Part['kind']): string =>
  parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('')

const word = fc.constantFrom('bread', 'rolls', ' ', '\n', '🍞', '日本', 'é', '\ud800', '<b>', ', ')
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(word, { maxLength: 60 }).map((all) => all.join('')),
)

test('contains both texts in full', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after)
      expect(toText(parts, 'new')).toBe(before)
      expect(toText(parts, 'gone')).toBe(after)
      expect(parts.every((part) => part.text !== '')).toBe(true)
      expect(parts.every(({ kind }, at) => kind !== parts[at + 1]?.kind)).toBe(true)
    }),
  )
})

test('joins changed words in a row into one change, and lists unchanged text once', () => {
  expect(wordDiff('The new sails are here.', 'The old red masts are here.')).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'gone', text: 'new sails' },
    { kind: 'new', text: 'old red masts' },
    { kind: 'same', text: ' are here.' },
  ])
})

test('splits two changes at an unchanged line break', () => {
  expect(wordDiff('one\ntwo', 'three\nfour').map(({ kind }) => kind)).toEqual([
    'gone',
    'new',
    'same',
    'gone',
    'new',
  ])
})

test('returns no change if the texts are equal, and replaces the text if no word is common', () => {
  expect(wordDiff('Bread', 'Bread')).toEqual([{ kind: 'same', text: 'Bread' }])
  expect(wordDiff('', '')).toEqual([])
  expect(wordDiff('Bread', 'Rolls').map(({ kind }) => kind)).toEqual(['gone', 'new'])
})

test('keeps only the common beginning and end if long texts share little', () => {
  const long = (name: string) => Array.from({ length: 4_000 }, (_, at) => `${name}${at}`).join(' ')
  const before = `Dear guests, ${long('a')}. Yours`
  const after = `Dear guests, ${long('b')}. Yours`
  const parts = wordDiff(before, after)
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'gone', 'new', 'same'])
  expect([parts.at(0)?.text, parts.at(-1)?.text]).toEqual(['Dear guests, ', '. Yours'])
  expect(toText(parts, 'new')).toBe(before)
  expect(toText(parts, 'gone')).toBe(after)
})
