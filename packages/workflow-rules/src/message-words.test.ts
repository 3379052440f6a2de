import { expect, test } from 'vitest'
import { readableRunError } from './message-words.ts'

test.each([
  [
    'Send mail: Parameter "to": Invalid input: expected string, received undefined',
    'Send mail: To: Fill in this field',
  ],
  [
    'Ask: now: item 2 of 3: Missing field "customer.firstName"',
    'Ask: now: item 2 of 3: Missing field “Customer › First name”',
  ],
  ['Read: The mailbox does not respond', 'Read: The mailbox does not respond'],
  ['The run lasted longer than 60 seconds', 'The run lasted longer than 60 seconds'],
])("says a run's error %j in the words of the pages", (error, words) => {
  expect(readableRunError(error)).toBe(words)
})
