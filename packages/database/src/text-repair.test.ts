import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repairText, repairValue } from './text-repair.ts'

// Text from a careless client: whole characters, lone halves of surrogate pairs, NUL.
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

test('makes text well-formed and free of NUL', () => {
  fc.assert(
    fc.property(carelessText, (text) => {
      const repaired = repairText(text)
      expect(repaired.isWellFormed()).toBe(true)
      expect(repaired).not.toContain('\u0000')
    }),
  )
})

test('changes nothing in a second repair', () => {
  fc.assert(fc.property(carelessText, (text) => repairText(repairText(text)) === repairText(text)))
})

test('leaves text unchanged if it is well-formed and free of NUL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\u0000'))
      expect(repairText(text)).toBe(text)
    }),
  )
})

test('replaces only broken characters and drops only NUL', () => {
  expect(repairText('a\ud800b\u0000c\udfff🙂\ud83d')).toBe('a\ufffdbc\ufffd🙂\ufffd')
})

test('repairs every string at any depth, including keys, and keeps the shape', () => {
  fc.assert(
    fc.property(carelessJson, (value) => {
      const text = JSON.stringify(repairValue(value))
      expect(text).not.toMatch(/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|\\u0000/i)
      expect(toShape(repairValue(value))).toEqual(toShape(value))
    }),
  )
})

test('does not copy a value unless it needs repair', () => {
  const value = { a: ['x', { b: 'y' }], c: new Date(0), d: Buffer.from('z') }
  expect(repairValue(value)).toBe(value)
})

test('leaves dates, bytes and objects with their own PostgreSQL form unchanged', () => {
  const own = { toPostgres: () => '1 day', text: '\u0000' }
  for (const value of [new Date(0), Buffer.from('\u0000'), new Uint8Array([0]), own]) {
    expect(repairValue(value)).toBe(value)
  }
})

test('repairs an object in its own JSON form if it has one', () => {
  class Card {
    title = 'a\u0000b'
  }
  expect(repairValue(new Card())).toEqual({ title: 'ab' })
  expect(repairValue({ toJSON: () => ({ title: 'a\u0000b' }) })).toEqual({ title: 'ab' })
})

// Repaired keys may coincide, but the depth of values may not change.
function toShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toShape)
  if (typeof value === 'object' && value !== null) return 'object'
  return typeof value
}
