import type { QueryClient } from '@tanstack/react-query'
import type { ReadCard } from '../platform/cards.ts'
import type { PostCard } from './post-card.ts'
import { listsKey, type PostList, postKey } from './post-queries.ts'

/** The fields of a post that a change shows before its answer. */
export type ShownFields = Partial<Pick<PostCard, 'status' | 'dueDate' | 'tags'>>

/** Puts a post as it is now into everything that shows it. */
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

/** Takes a refused change of a post back: of the fields that it set, those that nothing has changed since. */
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
