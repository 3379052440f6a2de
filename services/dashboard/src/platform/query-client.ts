import { AtriumError } from '@atrium/sdk'
import { QueryClient } from '@tanstack/react-query'

/** Whether another try may succeed: the platform was away, too busy or broken. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AtriumError && (error.status === 0 || error.status === 429 || error.status >= 500)

const retryEveryMs = 5_000

/** The cache of the page: what failed because the platform was away is asked for again until it is back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 30 * 60_000,
      retry: (count, error) => count < 1 && isPassing(error),
      retryDelay: (_, error) => (error instanceof AtriumError ? (error.retryAfterSeconds ?? 1) : 1) * 1_000,
      refetchInterval: (query) => (isPassing(query.state.error) ? retryEveryMs : false),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
