import { expect, test } from 'vitest'
import { graphError } from './graph-error.ts'

const judged = (status: number, error: object | undefined, creates = false) =>
  graphError(
    { status, headers: {}, json: error === undefined ? undefined : { error } },
    { creates, secrets: ['marked-token'], now: new Date() },
  )

test.each([
  [400, { code: 190 }, 'reconnect', true],
  [401, { code: 190, error_subcode: 463 }, 'reconnect', true],
  [403, { code: 10 }, 'reconnect', false],
  [403, { code: 200 }, 'reconnect', false],
  [400, { code: 4 }, 'retry', false],
  [400, { code: 32 }, 'retry', false],
  [400, { code: 80_002 }, 'retry', false],
  [500, { code: 2 }, 'retry', false],
  [400, { code: 368 }, 'blocked', false],
  [400, { code: 100 }, 'fix_content', false],
  [400, { code: 9007, error_subcode: 2207027 }, 'retry', false],
  [400, { code: 9, error_subcode: 2207042 }, 'retry', false],
  [400, { code: -1, error_subcode: 2207001 }, 'retry', false],
  [400, { code: 4, error_subcode: 2207051 }, 'blocked', false],
  [400, { code: 25, error_subcode: 2207050 }, 'blocked', false],
  [400, { code: 36_003, error_subcode: 2207009 }, 'fix_content', false],
] as const)(
  'classifies %s with %j as %s (token invalid: %s)',
  (status, error, kind, tokenInvalid) => {
    expect(judged(status, { message: 'Words', ...error })).toMatchObject({
      class: kind,
      tokenInvalid,
    })
  },
)

test('classifies by code and subcode and removes the token from the message', () => {
  const error = judged(400, { code: 100, message: 'error 190 about marked-token' })
  expect([error?.class, error?.message]).toEqual(['fix_content', 'error 190 about [redacted]'])
})

test('waits an hour if the daily post limit is used up', () => {
  expect(judged(400, { code: 9, error_subcode: 2207042 })?.retryAfter).toBe(3_600)
})

test('classifies an unreadable response as unknown if the call creates something', () => {
  expect(judged(502, undefined, true)?.class).toBe('unknown')
  expect(judged(502, undefined)?.class).toBe('retry')
  expect(judged(200, undefined, true)?.class).toBe('unknown')
})
