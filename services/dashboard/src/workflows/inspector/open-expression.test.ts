import { expect, test } from 'vitest'
import { openExpression, withExpression } from './open-expression.ts'

test.each([
  ['Hello {{ $js', { from: 6, typed: '$js' }],
  ['{{', { from: 0, typed: '' }],
  ['{{ $json.a }} and {{ti', { from: 18, typed: 'ti' }],
  ['{{ $json.a }}', undefined],
  ['no braces', undefined],
])('finds the open expression at the end of %j', (text, open) => {
  expect(openExpression(text, text.length)).toEqual(open)
})

test('replaces the open expression when the user chooses one', () => {
  expect(withExpression('Dear {{ na, hello', 10, '$json.name')).toEqual({
    text: 'Dear {{ $json.name }}, hello',
    caret: 21,
  })
  expect(withExpression('{{ $json.a }}!', 8, '$json.b').text).toBe('{{ $json.b }}!')
  expect(withExpression('Hello ', 6, '$json.b').text).toBe('Hello {{ $json.b }}')
})
