import { listSchedules } from '@atrium/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { nextOffset } from '../money/next-offset.ts'
import { atrium } from '../platform/api.ts'

/** The recurring agreements, newest first, or the stuck ones alone. */
export const schedulesQuery = (stuck: boolean) =>
  infiniteQueryOptions({
    queryKey: ['schedules', 'list', stuck],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listSchedules,
        { query: { limit: 100, offset: pageParam, ...(stuck ? { stuck: 'true' } : {}) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })
