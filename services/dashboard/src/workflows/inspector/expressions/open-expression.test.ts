import { expect, test } from 'vitest'
import { findInsertRange, openExpression } from './open-expression.ts'

test.each([
  ['Hello {{ $js', { from: 6, typed: '$js', isSlash: false }],
  ['{{', { from: 0, typed: '', isSlash: false }],
  ['{{ $json.a }} and {{ti', { from: 18, typed: 'ti', isSlash: false }],
  ['{{ $json.a }}', undefined],
  ['no braces', undefined],
])('finds the open expression at the end of %j', (text, open) => {
  expect(openExpression(text, text.length)).toEqual(open)
})

test.each([
  ['/', { from: 0, typed: '', isSlash: true }],
  ['Dear /cust', { from: 5, typed: 'cust', isSlash: true }],
  ['Dear\n/Größe', { from: 5, typed: 'Größe', isSlash: true }],
  ['https://example.com/a', undefined],
  ['and/or', undefined],
  ['/ ', undefined],
])('finds the search at the end of %j if a word starts with a slash', (text, open) => {
  expect(openExpression(text, text.length)).toEqual(open)
})

test.each([
  ['Dear {{ na, hello', 10, { from: 5, to: 10 }],
  ['{{ $json.a }}!', 8, { from: 0, to: 13 }],
  ['Dear /na, hello', 8, { from: 5, to: 8 }],
  ['Hello ', 6, { from: 6, to: 6 }],
])('replaces the search in %j when a field is inserted at %i', (text, caret, range) => {
  expect(findInsertRange(text, { from: caret, to: caret })).toEqual(range)
})

test('replaces a selection when a field is inserted', () => {
  expect(findInsertRange('Dear {{ $json.a', { from: 2, to: 9 })).toEqual({ from: 2, to: 9 })
})
