import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSlowRequests } from './slow-requests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('reports slow requests from five seconds until the last one ends, even if it fails', async () => {
  const requests = createSlowRequests()
  const changed = vi.fn()
  requests.subscribe(changed)
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const watched = [requests.watch(first.promise), requests.watch(second.promise)]
  await vi.advanceTimersByTimeAsync(4_999)
  expect(requests.get()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests.get()).toBe(true)
  first.resolve('answer')
  expect(await watched[0]).toBe('answer')
  expect(requests.get()).toBe(true)
  second.reject(new Error('cut'))
  await expect(watched[1]).rejects.toThrow('cut')
  expect(requests.get()).toBe(false)
  expect(changed).toHaveBeenCalledTimes(4)
})

test('reports no slow request if it ends within five seconds', async () => {
  const requests = createSlowRequests()
  await requests.watch(Promise.resolve(1))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests.get()).toBe(false)
})
