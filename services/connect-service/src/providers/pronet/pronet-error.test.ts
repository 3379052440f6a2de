import { expect, test } from 'vitest'
import { pronetError } from './pronet-error.ts'

const now = new Date('2026-03-01T00:00:00Z')
const read = (status: number, json: unknown, creates = false, headers = {}) =>
  pronetError({ status, json, headers }, { creates, secrets: ['a-secret-token'], now })

test.each([
  [401, { code: 'REVOKED_ACCESS_TOKEN', message: 'revoked' }, 'reconnect'],
  [401, undefined, 'reconnect'],
  [403, { serviceErrorCode: 100, message: 'Not enough permissions' }, 'reconnect'],
  [403, { code: 'MEMBER_RESTRICTED', message: 'Restricted' }, 'blocked'],
  [422, { code: 'DUPLICATE_POST', message: 'Duplicate' }, 'fix_content'],
  [400, { message: 'Bad' }, 'fix_content'],
  [404, { message: 'Gone' }, 'fix_content'],
  [409, { message: 'Conflict' }, 'retry'],
  [426, { code: 'NONEXISTENT_VERSION', message: 'Over' }, 'blocked'],
  [429, { code: 'TOO_MANY_REQUESTS', message: 'Slow down' }, 'retry'],
  [503, { message: 'Overloaded' }, 'retry'],
  [500, { message: 'Internal' }, 'unknown'],
  [502, undefined, 'unknown'],
  [302, undefined, 'unknown'],
] as const)(
  'classifies %i with %o as follows if the call creates something: %s',
  (status, json, kind) => {
    expect(read(status, json, true)?.class).toBe(kind)
    const reading = read(status, json)
    expect(reading?.class).toBe(kind === 'unknown' ? 'retry' : kind)
    expect(reading?.tokenInvalid).toBe(status === 401)
  },
)

test('returns no error if the call succeeded, with or without a body', () => {
  expect([read(201, undefined, true), read(200, {})]).toEqual([undefined, undefined])
})

test('reads the wait from the network and removes secrets from the message', () => {
  expect(read(429, {}, true, { 'retry-after': '90' })?.retryAfter).toBe(90)
  expect(read(400, { message: 'a-secret-token is wrong' })?.message).toBe('[redacted] is wrong')
})
