import { expect, test } from 'vitest'
import { fieldLabel, webAddress } from './card-words.ts'

test.each([
  ['dueDate', 'Due date'],
  ['fields.email', 'Email'],
  ['fields.canonicalUrl', 'Canonical url'],
  ['fields.first_name', 'First name'],
  ['fields.constructor', 'Constructor'],
])('%s is %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', '/board', 5, null])(
  '%j is no address to follow',
  (value) => {
    expect(webAddress(value)).toBeUndefined()
  },
)

test('an http or https address is followed as it is', () => {
  expect(webAddress('https://example.com/a?b=1')).toBe('https://example.com/a?b=1')
})
