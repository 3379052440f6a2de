import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repairText, repairValue } from './text-repair.ts'

// Text as a careless client sends it: whole characters, lone halves of surrogate pairs, NUL.
const carelessText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
      fc.constant('\u0000'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const carelessJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    carelessText,
    fc.double({ noNaN: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(carelessText, tie('value'), { maxKeys: 4 }),
  ),
})).value

test('repaired text is well-formed and free of NUL', () => {
  fc.assert(
    fc.property(carelessText, (text) => {
      const repaired = repairText(text)
      expect(repaired.isWellFormed()).toBe(true)
      expect(repaired).not.toContain('\u0000')
    }),
  )
})

test('a second repair changes nothing', () => {
  fc.assert(fc.property(carelessText, (text) => repairText(repairText(text)) === repairText(text)))
})

test('text that is well-formed and free of NUL stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\u0000'))
      expect(repairText(text)).toBe(text)
    }),
  )
})

test('only the broken characters are replaced, and only NUL is dropped', () => {
  expect(repairText('a\ud800b\u0000c\udfff🙂\ud83d')).toBe('a\ufffdbc\ufffd🙂\ufffd')
})

test('every string at any depth is repaired, keys included, and the shape stays', () => {
  fc.assert(
    fc.property(carelessJson, (value) => {
      const text = JSON.stringify(repairValue(value))
      expect(text).not.toMatch(/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|\\u0000/i)
      expect(shapeOf(repairValue(value))).toEqual(shapeOf(value))
    }),
  )
})

test('a value without need of repair is not copied', () => {
  const value = { a: ['x', { b: 'y' }], c: new Date(0), d: Buffer.from('z') }
  expect(repairValue(value)).toBe(value)
})

test('dates, bytes and objects with a PostgreSQL form of their own stay as they are', () => {
  const own = { toPostgres: () => '1 day', text: '\u0000' }
  for (const value of [new Date(0), Buffer.from('\u0000'), new Uint8Array([0]), own]) {
    expect(repairValue(value)).toBe(value)
  }
})

test('an object with a JSON form of its own is repaired in that form', () => {
  class Card {
    title = 'a\u0000b'
  }
  expect(repairValue(new Card())).toEqual({ title: 'ab' })
  expect(repairValue({ toJSON: () => ({ title: 'a\u0000b' }) })).toEqual({ title: 'ab' })
})

// Keys may fall together once repaired; how deep the values lie may not change.
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null) return 'object'
  return typeof value
}
