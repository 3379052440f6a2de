import { expect, test } from 'vitest'
import { callbackWords } from './callback-words.ts'

test.each(['access_denied', 'state_invalid', 'no_pages_found', 'network_unavailable'])(
  'explains %s with its own text and remedy',
  (code) => {
    expect(callbackWords(code)).not.toEqual(callbackWords('something else'))
  },
)

test.each(['', 'constructor', 'server_error'])(
  'falls back to the general text if the code is %j',
  (code) => {
    expect(callbackWords(code).title).toBe('The account was not connected')
  },
)
