import { QueryCache, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher } from './refresher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createCache() {
  const loaded: QueryKey[] = []
  const cache = {
    loaded,
    changes: 0,
    isMutating: () => cache.changes,
    getQueryCache: () => new QueryCache(),
    invalidateQueries: async ({ queryKey = [] }: { queryKey?: QueryKey } = {}) =>
      void loaded.push(queryKey),
  }
  return cache
}

test('loads each query once when events come in a burst, and waits 400 ms before the next burst', async () => {
  const cache = createCache()
  const { refresh } = createRefresher(cache)
  for (let n = 0; n < 100; n += 1) refresh([['cards'], ['attention']])
  await vi.advanceTimersByTimeAsync(50)
  expect(cache.loaded).toEqual([['cards'], ['attention']])
  refresh([['cards']])
  await vi.advanceTimersByTimeAsync(300)
  expect(cache.loaded).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(cache.loaded).toHaveLength(3)
})

test('loads nothing while a mutation runs on this page', async () => {
  const cache = createCache()
  cache.changes = 1
  const { refresh } = createRefresher(cache)
  refresh([['cards']])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(cache.loaded).toEqual([])
  cache.changes = 0
  await vi.advanceTimersByTimeAsync(400)
  expect(cache.loaded).toEqual([['cards']])
})

test('loads nothing after it was stopped', async () => {
  const cache = createCache()
  const refresher = createRefresher(cache)
  refresher.refresh([['cards']])
  refresher.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(cache.loaded).toEqual([])
})

test('loads a query again if an event arrives during its first load', async () => {
  const client = new QueryClient()
  const answers: ((status: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['zen', '1'], queryFn })
  const end = observer.subscribe(() => {})
  const { refresh, stop } = createRefresher(client)
  refresh([['zen']])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(answers).toHaveLength(1)
  answers[0]?.('running')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(answers).toHaveLength(2)
  answers[1]?.('succeeded')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(client.getQueryData(['zen', '1'])).toBe('succeeded')
  expect(answers).toHaveLength(2)
  stop()
  end()
})
