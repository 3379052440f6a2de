import { AtriumError } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { isPassing, pauseAfter, toConnection } from './connection.ts'

const answer = (status: number, retryAfterSeconds?: number) =>
  new AtriumError({ status, code: 'x', message: 'x', retryAfterSeconds })

test('reports the worst failure among the queries that the page shows', () => {
  expect(toConnection([answer(429), answer(500), answer(0)], true, 'lost')).toBe('away')
  expect(toConnection([answer(429), answer(503)], true, 'lost')).toBe('broken')
  expect(toConnection([answer(429)], true, 'lost')).toBe('busy')
  expect(toConnection([], true, 'lost')).toBe('slow')
  expect(toConnection([], false, 'lost')).toBe('lost')
  expect(toConnection([], false, 'connecting')).toBe('fine')
})

test('stays fine if the platform refuses a request', () => {
  const refusals = [answer(400), answer(403), answer(404), answer(409), new Error('x'), null]
  expect(toConnection(refusals, false, 'open')).toBe('fine')
  expect(refusals.some(isPassing)).toBe(false)
})

test('retries after `Retry-After`, or after a minute if that is longer', () => {
  expect(pauseAfter(answer(503))).toBe(5_000)
  expect(pauseAfter(answer(429, 30))).toBe(30_000)
  expect(pauseAfter(answer(429, 3_600))).toBe(60_000)
  expect(pauseAfter(answer(429, 2), 1_000)).toBe(2_000)
})
