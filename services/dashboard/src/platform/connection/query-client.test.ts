import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient, shownFailures } from './query-client.ts'

afterEach(() => queryClient.clear())

const queryKey = ['of an organisation']

test("forgets a query's failure when the query is removed, and a new query with its key has none", async () => {
  const failed = new QueryObserver(queryClient, {
    queryKey,
    retry: false,
    queryFn: () => Promise.reject(new Error('away')),
  })
  const leave = failed.subscribe(() => undefined)
  await failed.refetch()
  expect(shownFailures()).toContainEqual(new Error('away'))
  leave()
  queryClient.removeQueries({ queryKey })
  const pending = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise(() => undefined),
  })
  const leaveAgain = pending.subscribe(() => undefined)
  expect(shownFailures().filter(Boolean)).toEqual([])
  leaveAgain()
})
