import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const gatherMs = 50
const apartMs = 400

export interface Refresher {
  refresh(keys: readonly QueryKey[]): void
  stop(): void
}

/**
 * Reloads stale queries, each at most once in 400 ms. While a mutation runs on this page, it waits,
 * because an older response would undo what the page shows. If a first load is running, it loads
 * again, because the response may be older than the event.
 */
export function createRefresher(
  queryClient: Pick<QueryClient, 'invalidateQueries' | 'isMutating' | 'getQueryCache'>,
): Refresher {
  const waiting = new Map<string, { queryKey: QueryKey; exact?: true }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let earliest = 0
  const flush = () => {
    timer = undefined
    if (queryClient.isMutating() > 0) return start()
    earliest = performance.now() + apartMs
    const named = [...waiting.values()]
    waiting.clear()
    for (const filters of named) {
      for (const query of queryClient
        .getQueryCache()
        .findAll({ ...filters, predicate: isFirstLoad })) {
        waiting.set(`exact ${query.queryHash}`, { queryKey: query.queryKey, exact: true })
      }
      void queryClient.invalidateQueries(filters)
    }
    if (waiting.size > 0) start()
  }
  const start = () => {
    timer ??= setTimeout(flush, Math.max(gatherMs, earliest - performance.now()))
  }
  return {
    refresh(keys) {
      for (const queryKey of keys) waiting.set(JSON.stringify(queryKey), { queryKey })
      if (waiting.size > 0) start()
    },
    stop() {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}

const isFirstLoad = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.dataUpdatedAt === 0
