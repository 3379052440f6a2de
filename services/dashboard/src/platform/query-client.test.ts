import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient, shownFailures } from './query-client.ts'

afterEach(() => queryClient.clear())

const queryKey = ['of an organisation']

test('a query that is removed takes its failure with it, and a new one of its key is sound', async () => {
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
