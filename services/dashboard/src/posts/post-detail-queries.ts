import {
  getComposer,
  getPostMetrics,
  getPostReport,
  listPostComments,
  listTimeline,
} from '@atrium/contracts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { operationQuery } from '../platform/records/queries.ts'

export const historyKey = (id: string) => ['cards', 'posts', 'history', id] as const

export const historyQuery = (id: string) =>
  operationQuery(historyKey(id), listTimeline, { params: { id }, query: { limit: 50 } })

export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['post-comments', id],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listPostComments,
        { params: { id }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    retry: false,
  })

export const figuresQuery = (id: string) =>
  queryOptions({
    queryKey: ['post-figures', id],
    queryFn: ({ signal }) => atrium.call(getPostMetrics, { params: { id } }, { signal }),
    retry: false,
  })

/** Reads what went out in the last six months, by account and month. */
export const reportQuery = operationQuery(['cards', 'posts', 'report'], getPostReport, {
  query: { months: 6 },
})

/**
 * Reads the link to the network's own composer, and which parts of the post it cannot take over.
 */
export const composerLinkQuery = (id: string, version: string) =>
  operationQuery(['cards', 'posts', 'composer', id, version], getComposer, { params: { id } })
