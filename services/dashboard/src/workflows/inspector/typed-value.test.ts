import { expect, test } from 'vitest'
import { typedValue } from './typed-value.ts'

test.each([
  ['12', 12],
  ['-0.5', -0.5],
  ['007', '007'],
  ['1.', '1.'],
  ['12345678901234567890', '12345678901234567890'],
  ['true', true],
  ['false', false],
  ['', ''],
  ['{{ $json.n }}', '{{ $json.n }}'],
])('parses %j as %j', (text, value) => {
  expect(typedValue(text)).toBe(value)
})
