import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isPassing, pauseAfter } from './connection.ts'

/**
 * The errors of queries by query hash, until the query succeeds. TanStack Query clears its own
 * error when it refetches.
 */
const failures = new Map<string, unknown>()

/**
 * The page's cache. If a query failed because the platform was away, it is retried until the
 * platform is back.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryHash }) => void failures.set(queryHash, error),
    onSuccess: (_data, { queryHash }) => void failures.delete(queryHash),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 30 * 60_000,
      retry: (count, error) => count < 1 && isPassing(error),
      retryDelay: (_, error) => pauseAfter(error, 1_000),
      refetchInterval: ({ state: { error } }) => (isPassing(error) ? pauseAfter(error) : false),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed') failures.delete(query.queryHash)
})

/** Returns the current errors from the page's queries. */
export const shownFailures = (): unknown[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap((query) =>
      query.isActive() ? [failures.get(query.queryHash), query.state.fetchFailureReason] : [],
    )
