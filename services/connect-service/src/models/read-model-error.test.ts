import { APICallError } from 'ai'
import { expect, test } from 'vitest'
import { AnswerTooLong } from './bounded-fetch.ts'
import { readModelError, statedWait } from './read-model-error.ts'

const apiKey = 'sk-a-marked-key-of-a-person'
const now = new Date('2026-03-01T12:00:00Z')
const answered = (
  statusCode: number,
  error: object = {},
  responseHeaders: Record<string, string> = {},
) =>
  readModelError(
    new APICallError({
      message: 'failed',
      url: 'https://model.test/v1/chat/completions',
      requestBodyValues: {},
      statusCode,
      responseHeaders,
      responseBody: JSON.stringify({ error: { message: `words with ${apiKey}`, ...error } }),
    }),
    apiKey,
    now,
  )

test.each([
  [400, {}, 'provider_refused', false],
  [401, {}, 'key_refused', false],
  [402, {}, 'key_refused', false],
  [403, {}, 'provider_refused', false],
  [404, {}, 'provider_refused', false],
  [408, {}, 'unavailable', true],
  [429, {}, 'rate_limited', true],
  [429, { code: 'insufficient_quota' }, 'key_refused', false],
  [500, {}, 'unavailable', true],
  [503, {}, 'unavailable', true],
] as const)('converts status %i with %j to %s', (status, error, kind, transient) => {
  expect(answered(status, error)).toMatchObject({ class: kind, transient })
})

test("removes the key from the provider's message", () => {
  const { message } = answered(400)
  expect(message).toContain('words with')
  expect(message).not.toContain(apiKey)
})

test('ends the channel only if the provider does not accept the key', () => {
  expect([401, 402, 403, 429].map((status) => answered(status).keyEnded)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('distinguishes too long, late and interrupted responses', () => {
  const read = (error: unknown) => readModelError(error, apiKey, now)
  expect(read(new Error('failed', { cause: new AnswerTooLong() }))).toMatchObject({
    class: 'provider_refused',
  })
  expect(read(AbortSignal.abort(new DOMException('late', 'TimeoutError')).reason)).toMatchObject({
    class: 'unavailable',
    transient: false,
  })
  expect(read(new TypeError('fetch failed'))).toMatchObject({
    class: 'unavailable',
    transient: true,
  })
})

test.each([
  [{ 'retry-after-ms': '1500' }, 2],
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30],
  [{ 'x-ratelimit-reset-requests': '1m30s' }, 90],
  [{ 'x-ratelimit-reset-requests': '250ms' }, 1],
  [{ 'retry-after': 'soon', 'x-ratelimit-reset-requests': 'later' }, undefined],
  [{}, undefined],
])('reads from %j a wait of %j seconds', (headers, seconds) => {
  expect(statedWait(headers as Record<string, string>, now)).toBe(seconds)
})
