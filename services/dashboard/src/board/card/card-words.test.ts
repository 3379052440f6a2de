import { expect, test } from 'vitest'
import { fieldLabel, webAddress } from './card-words.ts'

test.each([
  ['dueDate', 'Due date'],
  ['fields.email', 'Email'],
  ['fields.canonicalUrl', 'Canonical url'],
  ['fields.first_name', 'First name'],
  ['fields.constructor', 'Constructor'],
])('labels the field %s as %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', '/board', 5, null])(
  'returns undefined if the address is %j',
  (value) => {
    expect(webAddress(value)).toBeUndefined()
  },
)

test('returns an http or https address unchanged', () => {
  expect(webAddress('https://example.com/a?b=1')).toBe('https://example.com/a?b=1')
})
