import { getComposer, listPostComments, listTimeline } from '@atrium/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { operationQuery } from '../platform/operation-query.ts'

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

/** The network's own composer with a post in it, and the parts that it cannot carry. */
export const composerLinkQuery = (id: string, version: string) =>
  operationQuery(['cards', 'posts', 'composer', id, version], getComposer, { params: { id } })
