import type { QueryClient } from '@tanstack/react-query'
import type { ReadCard } from '../platform/records/shared-queries.ts'
import type { PostCard } from './post-card.ts'
import { listsKey, type PostList, postKey } from './post-queries.ts'

/** The post fields that a change shows before the response arrives. */
export type ShownFields = Partial<Pick<PostCard, 'status' | 'dueDate' | 'tags'>>

/** Updates a post in every cached query that shows it. */
export function showPost(queryClient: QueryClient, card: PostCard): void {
  queryClient.setQueriesData<PostList>(
    { queryKey: listsKey },
    (list) =>
      list && { ...list, items: list.items.map((item) => (item.id === card.id ? card : item)) },
  )
  queryClient.setQueryData<ReadCard<PostCard>>(
    postKey(card.id),
    (read) => read && { ...read, card },
  )
}

export function shownPost(queryClient: QueryClient, id: string): PostCard | undefined {
  const lists = queryClient.getQueriesData<PostList>({ queryKey: listsKey })
  return (
    queryClient.getQueryData<ReadCard<PostCard>>(postKey(id))?.card ??
    lists.flatMap(([, list]) => list?.items ?? []).find((item) => item.id === id)
  )
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Rolls back a rejected change. Fields that changed again since then keep their newer values. */
export function takeBackPost(queryClient: QueryClient, before: PostCard, set: ShownFields): void {
  const now = shownPost(queryClient, before.id)
  if (now === undefined) return
  showPost(queryClient, {
    ...now,
    ...('status' in set && isSame(now.status, set.status) ? { status: before.status } : {}),
    ...('dueDate' in set && isSame(now.dueDate, set.dueDate) ? { dueDate: before.dueDate } : {}),
    ...('tags' in set && isSame(now.tags, set.tags) ? { tags: before.tags } : {}),
  })
}
