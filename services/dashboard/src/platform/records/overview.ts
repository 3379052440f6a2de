import { getOverview } from '@atrium/contracts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../connection/api.ts'
import { queryClient } from '../connection/query-client.ts'

type Overview = z.output<(typeof getOverview.responses)[200]['schema']>

/** Shorter than the time that `createRefresher` gathers events before it reloads queries. */
const togetherMs = 40

/** How long an overview counts as new if no event says otherwise. */
const freshMs = 10_000

let askedAt = Number.NEGATIVE_INFINITY

/**
 * Reads everything that Home shows. One request, because Home should cost each service one request
 * at most.
 */
export const overviewQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: ({ signal }) => {
    askedAt = performance.now()
    return atrium.call(getOverview, {}, { signal })
  },
})

/**
 * True if the overview is at least as new as a request of this query would be: one event reloads
 * both, or both load for the first time. The overview may then have arrived already, because its
 * request leaves before the frame's script is loaded.
 */
function isInOverview(queryKey: QueryKey): boolean {
  const overview = queryClient.getQueryCache().find({ queryKey: overviewQuery.queryKey })
  if (overview === undefined) return false
  if (performance.now() - askedAt < togetherMs) return true
  const own = queryClient.getQueryState(queryKey)
  if (own?.data !== undefined || own?.isInvalidated === true) return false
  const { data, fetchStatus } = overview.state
  return data === undefined ? fetchStatus === 'fetching' : !overview.isStaleByTime(freshMs)
}

/**
 * Creates a query for a fact of the frame. If Home loads the overview at the same time, `take`
 * returns the fact from it. Otherwise, or if the overview lacks it, `read` asks for it.
 */
export const factQuery = <T>(
  queryKey: QueryKey,
  take: (overview: Overview) => T | null | undefined,
  read: (options: { signal: AbortSignal }) => Promise<T>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<T> => {
      const overview = isInOverview(queryKey)
        ? // Waits for a running request, which `ensureQueryData` would not.
          await queryClient
            .fetchQuery({ ...overviewQuery, staleTime: freshMs })
            .catch(() => undefined)
        : undefined
      return (overview && take(overview)) ?? (await read({ signal }))
    },
  })
