import { expect, test } from 'vitest'
import { shortpostError } from './shortpost-error.ts'

const now = new Date('2026-03-01T00:00:00Z')
const seconds = now.getTime() / 1_000
const read = (
  status: number,
  json: unknown,
  creates = false,
  headers: Record<string, string> = {},
) => shortpostError({ status, json, headers }, { creates, secrets: ['a-secret-token'], now })
const problem = (kind: string) => ({
  title: 'x',
  detail: 'y',
  type: `https://api.twitter.com/2/problems/${kind}`,
})

test.each([
  [401, { title: 'Unauthorized', status: 401 }, 'reconnect', 'reconnect'],
  [
    403,
    { title: 'Forbidden', type: 'about:blank', detail: 'duplicate' },
    'fix_content',
    'reconnect',
  ],
  [403, problem('client-forbidden'), 'blocked', 'blocked'],
  [403, problem('oauth1-permissions'), 'reconnect', 'reconnect'],
  [403, { errors: [{ code: 326, message: 'Locked' }] }, 'blocked', 'blocked'],
  [403, { errors: [{ code: 187, message: 'Twice' }] }, 'fix_content', 'fix_content'],
  [402, { title: 'CreditsDepleted' }, 'blocked', 'blocked'],
  [400, problem('invalid-request'), 'fix_content', 'fix_content'],
  [404, problem('resource-not-found'), 'fix_content', 'fix_content'],
  [429, { title: 'Too Many Requests' }, 'retry', 'retry'],
  [429, problem('usage-capped'), 'blocked', 'blocked'],
  [503, { title: 'Service Unavailable' }, 'retry', 'retry'],
  [503, undefined, 'unknown', 'retry'],
  [500, { title: 'Internal Server Error' }, 'unknown', 'retry'],
  [200, undefined, 'unknown', 'retry'],
  [302, undefined, 'unknown', 'retry'],
] as const)(
  'classifies %i with %o as %s if the call creates something, else as %s',
  (status, json, creating, reading) => {
    expect(read(status, json, true)?.class).toBe(creating)
    expect(read(status, json)?.class).toBe(reading)
  },
)

test('waits for the longest of the used-up rate windows', () => {
  const window = (left: number, reset: number) => ({
    'x-rate-limit-remaining': String(left),
    'x-rate-limit-reset': String(seconds + reset),
  })
  const day = {
    'x-user-limit-24hour-remaining': '0',
    'x-user-limit-24hour-reset': String(seconds + 50_000),
  }
  expect(read(429, {}, true, window(0, 600))?.retryAfter).toBe(600)
  expect(read(429, {}, true, { ...window(0, 600), ...day })?.retryAfter).toBe(50_000)
  expect(read(429, {}, true, { ...window(7, 600), ...day })?.retryAfter).toBe(50_000)
  expect(read(429, {}, true, { 'x-rate-limit-reset': String(seconds + 60) })?.retryAfter).toBe(60)
  expect(read(429, {}, true, { 'retry-after': '5' })?.retryAfter).toBe(5)
  expect(read(429, {}, true, window(0, -60))?.retryAfter).toBe(1)
})

test('distinguishes a refused token from a refused post and removes secrets from the message', () => {
  expect([read(401, {})?.tokenInvalid, read(403, {}, true)?.tokenInvalid]).toEqual([true, false])
  expect(read(400, { detail: 'bad a-secret-token' })?.message).toBe('bad [redacted]')
})
