import { OutboundError } from '@atrium/outbound-guard'
import { expect, it } from 'vitest'
import { retryInMs } from './http-retry.ts'

const answered = (status: number, retryAfter?: string) => ({
  answer: { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
})
const now = Date.parse('2026-01-01T00:00:00Z')

it('retries 429 for every method, at the stated time or with exponential back-off', () => {
  for (const method of ['GET', 'POST']) {
    expect(retryInMs(method, answered(429, '3'), 1, now)).toBe(3_000)
    expect(retryInMs(method, answered(429, 'Thu, 01 Jan 2026 00:00:10 GMT'), 1, now)).toBe(10_000)
    expect([1, 2, 3].map((made) => retryInMs(method, answered(429), made, now))).toEqual([
      1_000, 2_000, 4_000,
    ])
    expect(retryInMs(method, answered(429, 'soon'), 1, now)).toBe(1_000)
  }
})

it('stops retrying if the stated wait exceeds two minutes', () => {
  expect(retryInMs('GET', answered(429, '121'), 1, now)).toBeUndefined()
  expect(retryInMs('GET', answered(503, '120'), 1, now)).toBe(120_000)
})

it('retries 5xx and a broken connection only if the method is idempotent', () => {
  const broken = { error: new OutboundError('failed', 'the connection broke') }
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    expect(retryInMs(method, answered(502), 1, now)).toBe(1_000)
    expect(retryInMs(method, broken, 1, now)).toBe(1_000)
  }
  for (const method of ['POST', 'PATCH']) {
    expect(retryInMs(method, answered(502), 1, now)).toBeUndefined()
    expect(retryInMs(method, broken, 1, now)).toBeUndefined()
  }
})

it('treats other statuses and refusals of the guard as final', () => {
  for (const status of [200, 301, 400, 401, 404])
    expect(retryInMs('GET', answered(status), 1, now)).toBeUndefined()
  for (const code of ['no_host', 'refused', 'too_large', 'invalid', 'redirect'] as const)
    expect(retryInMs('GET', { error: new OutboundError(code, 'x') }, 1, now)).toBeUndefined()
})
