import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NetworkAnswer } from '../../network/call-network.ts'
import { classOfForumCode, forumnetError, secondsToWait } from './forumnet-error.ts'

const now = new Date('2026-03-01T00:00:00.000Z')
const reading = { creates: true, secrets: ['marked-token-5c1f'], now }
const answer = (
  status: number,
  json: unknown,
  headers: NetworkAnswer['headers'] = {},
): NetworkAnswer => ({
  status,
  json,
  headers,
})
const listed = (...error: unknown[]) => answer(200, { json: { errors: [error] } })

test.each([
  ['RATELIMIT', 'retry'],
  ['QUOTA_FILLED', 'retry'],
  ['USER_REQUIRED', 'reconnect'],
  ['SUBREDDIT_NOTALLOWED', 'blocked'],
  ['THREAD_LOCKED', 'blocked'],
  ['SUBREDDIT_NOEXIST', 'fix_content'],
  ['NO_TEXT', 'fix_content'],
  ['A_CODE_OF_TOMORROW', 'fix_content'],
  ['constructor', 'fix_content'],
])('converts %s to the class %s', (code, kind) => {
  expect(classOfForumCode(code)).toBe(kind)
  expect(forumnetError(listed(code, 'words', 'field'), reading)).toMatchObject({
    class: kind,
    message: 'words',
  })
})

test.each([
  ['Take a break for 9 minutes before trying again.', undefined, 540],
  ['try again in 1 minute.', undefined, 60],
  ['try again in 33 seconds.', undefined, 33],
  ['try again in 500 milliseconds', undefined, 1],
  ['try again in 2 hours', undefined, 7_200],
  ['try again in 9 minutes', 12.4, 13],
  ['you are doing that too much', undefined, 600],
])('reads a wait from "%s" with the figure %s: %i seconds', (sentence, figure, seconds) => {
  expect(secondsToWait('RATELIMIT', sentence, figure)).toBe(seconds)
})

test.each([
  [401, { message: 'Unauthorized', error: 401 }, {}, { class: 'reconnect', tokenInvalid: true }],
  [403, { message: 'Forbidden', error: 403 }, {}, { class: 'blocked', tokenInvalid: false }],
  [
    403,
    {},
    { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    { class: 'reconnect', tokenInvalid: false },
  ],
  [404, { message: 'Not Found', error: 404 }, {}, { class: 'fix_content' }],
  [
    400,
    { reason: 'RATELIMIT', explanation: 'slow down' },
    {},
    { class: 'retry', message: 'slow down' },
  ],
  [429, undefined, { 'x-ratelimit-reset': '42' }, { class: 'retry', retryAfter: 42 }],
  [
    429,
    undefined,
    { 'retry-after': '7', 'x-ratelimit-reset': '42' },
    { class: 'retry', retryAfter: 7 },
  ],
  [302, undefined, {}, { class: 'unknown' }],
  [503, { message: 'Service Unavailable', error: 503 }, {}, { class: 'unknown' }],
  [200, undefined, {}, { class: 'unknown' }],
])('classifies status %i with %j and %j', (status, json, headers, expected) => {
  expect(forumnetError(answer(status, json, headers), reading)).toMatchObject(expected)
})

test('classifies a failed read as retry, even if a failed creation is unknown', () => {
  for (const failed of [answer(500, undefined), answer(200, undefined), answer(301, {})]) {
    expect(forumnetError(failed, { ...reading, creates: false })?.class).toBe('retry')
  }
})

test('treats an empty or missing error list as a success', () => {
  expect(forumnetError(answer(200, { json: { errors: [], data: {} } }), reading)).toBeUndefined()
  expect(forumnetError(answer(200, { name: 'somebody' }), reading)).toBeUndefined()
})

test('never repeats a token in a message and accepts only 2xx as success', () => {
  const token = 'marked-token-5c1f'
  const json = fc.oneof(
    fc.jsonValue(),
    fc.constant({ message: `bad ${token}`, reason: token, explanation: `is ${token}` }),
    fc.constant({ json: { errors: [[token, token, token]] } }),
    fc.constant({ json: { errors: [['NO_TEXT', null, null]] } }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), json, fc.boolean(), (status, body, creates) => {
      const error = forumnetError(answer(status, body), { ...reading, creates })
      expect(`${error?.message} ${error?.code}`).not.toContain(token)
      if (status >= 300) expect(error).toBeDefined()
    }),
  )
})
