import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AtriumError, AtriumNetworkError, AtriumTimeoutError } from './atrium-error.ts'
import { upTo } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = (status: number, retryAfterSeconds?: number) =>
  new AtriumError({ status, code: `http_${status}`, message: 'Refused', retryAfterSeconds })

/** Returns attempts that fail with these errors in turn and then succeed, and counts them. */
function attempts(...errors: Error[]) {
  const state = { count: 0 }
  const attempt = async () => {
    const error = errors[state.count]
    state.count += 1
    if (error !== undefined) throw error
    return 'done'
  }
  return { state, attempt }
}

test.each([
  ['429', refusal(429)],
  ['503', refusal(503)],
  ['a lost connection', new AtriumNetworkError()],
  ['a time-out', new AtriumTimeoutError()],
])('retries a repeatable call after %s', async (_, error) => {
  const { state, attempt } = attempts(error, error)
  const result = upTo(2)(attempt, { repeatable: true })
  await vi.runAllTimersAsync()
  expect(await result).toBe('done')
  expect(state.count).toBe(3)
})

test.each([
  ['another refusal', refusal(500), true],
  ['a call whose effect could happen twice', refusal(503), false],
  ['a longer wait than half a minute', refusal(429, 31), true],
])('does not retry after %s', async (_, error, repeatable) => {
  const { state, attempt } = attempts(error)
  await expect(upTo(2)(attempt, { repeatable })).rejects.toBe(error)
  expect(state.count).toBe(1)
})

test('pauses as long as Retry-After says', async () => {
  const { state, attempt } = attempts(refusal(429, 7))
  const result = upTo(2)(attempt, { repeatable: true })
  await vi.advanceTimersByTimeAsync(6_990)
  expect(state.count).toBe(1)
  await vi.advanceTimersByTimeAsync(20)
  expect(await result).toBe('done')
})

test("throws the last attempt's error and ends the pause when aborted", async () => {
  const { state, attempt } = attempts(refusal(503), refusal(503), refusal(429))
  const failed = expect(upTo(2)(attempt, { repeatable: true })).rejects.toMatchObject({
    status: 429,
  })
  await vi.runAllTimersAsync()
  await failed
  expect(state.count).toBe(3)
  const stop = new AbortController()
  const stopped = expect(
    upTo(2)(attempts(refusal(503, 20)).attempt, { repeatable: true, signal: stop.signal }),
  ).rejects.toThrow('enough')
  stop.abort(new Error('enough'))
  await stopped
})
