import { expect, test } from 'vitest'
import { notebookError } from './notebook-error.ts'

const error = (status: number, json: unknown, headers: Record<string, string> = {}) =>
  notebookError(
    { status, json, headers },
    { creates: false, secrets: ['ntn_marked'], now: new Date() },
  )
const body = (status: number, code: string, message = 'words') => ({
  object: 'error',
  status,
  code,
  message,
})

test.each([
  [401, body(401, 'unauthorized'), { class: 'reconnect', tokenInvalid: true }],
  [403, body(403, 'restricted_resource'), { class: 'blocked', tokenInvalid: false }],
  [400, body(400, 'validation_error'), { class: 'fix_content' }],
  [409, body(409, 'conflict_error'), { class: 'retry' }],
  [429, body(429, 'rate_limited'), { class: 'retry', retryAfter: 3 }],
  [503, body(503, 'service_unavailable'), { class: 'retry' }],
  [401, undefined, { class: 'reconnect', tokenInvalid: true }],
  [502, undefined, { class: 'retry' }],
  [404, undefined, { class: 'retry' }],
])('classifies status %i with %j', (status, json, expected) => {
  expect(error(status, json, status === 429 ? { 'retry-after': '3' } : {})).toMatchObject(expected)
})

test("removes a token from the provider's message", () => {
  expect(error(401, body(401, 'unauthorized', 'ntn_marked is no token'))?.message).toBe(
    '[redacted] is no token',
  )
})

test('returns no error if the call succeeded', () => {
  expect(error(200, { object: 'user' })).toBeUndefined()
})
