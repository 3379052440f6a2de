import { expect, test } from 'vitest'
import { fieldsOfText, hasFields, toJsonText } from './json-body.ts'

test('reads named fields from JSON, and none when it has lists or is not complete', () => {
  expect(fieldsOfText('{"a":{{ $json.a }},"b":"to {{ $json.b }}","c":2}')).toEqual({
    a: '{{ $json.a }}',
    b: 'to {{ $json.b }}',
    c: 2,
  })
  expect(fieldsOfText('')).toEqual({})
  for (const text of ['[1]', '{"a":[1]}', '{"a":', 'a=b'])
    expect(fieldsOfText(text)).toBeUndefined()
})

test('shows a stored object as JSON, and a text unchanged', () => {
  expect(hasFields({ a: 1, b: null })).toBe(true)
  expect(hasFields({ a: {} })).toBe(false)
  expect(toJsonText({ a: '{{ $json.a }}' })).toBe('{\n  "a": {{ $json.a }}\n}')
  expect(toJsonText('a=b')).toBe('a=b')
  expect(toJsonText(undefined)).toBe('')
})
