import { expect, test } from 'vitest'
import { callbackWords } from './callback-words.ts'

test.each(['access_denied', 'state_invalid', 'no_pages_found', 'network_unavailable'])(
  '%s has words and a remedy of its own',
  (code) => {
    expect(callbackWords(code)).not.toEqual(callbackWords('something else'))
  },
)

test.each(['', 'constructor', 'server_error'])('%j has the general words', (code) => {
  expect(callbackWords(code).title).toBe('The account was not connected')
})
