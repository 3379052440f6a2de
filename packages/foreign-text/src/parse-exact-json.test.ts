import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson } from './index.ts'

const isInexact = (value: unknown) => Number.isInteger(value) && !Number.isSafeInteger(value)

test('keeps every digit of an integer if a double cannot hold it', () => {
  expect(parseExactJson('[{"id":7615917337495251231,"next":-7615917337495251245}]')).toEqual([
    { id: '7615917337495251231', next: '-7615917337495251245' },
  ])
})

test('parses other numbers and long texts as JSON.parse does', () => {
  const text =
    '{"a":9007199254740991,"b":1e300,"c":0.12345678901234567,"d":"7615917337495251231","e":1E21}'
  expect(parseExactJson(text)).toEqual(JSON.parse(text))
})

test('equals JSON.parse if no integer is too long', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, (_name, inner) => (isInexact(inner) ? 0 : inner))
      expect(parseExactJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('rejects text that is not JSON', () => {
  expect(() => parseExactJson('{"id":7615917337495251231')).toThrow(SyntaxError)
})
