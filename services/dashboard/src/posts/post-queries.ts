import { type CardStatus, listCards, postStatuses } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { offsetPages } from '../platform/records/queries.ts'
import { readCard } from '../platform/records/shared-queries.ts'
import { isPost, type PostCard } from './post-card.ts'
import type { DueRange } from './zoned-time.ts'

/**
 * The loaded posts, and the total number of matching posts. The total is higher if not all are
 * loaded.
 */
export interface PostList {
  readonly items: readonly PostCard[]
  readonly total: number
}

const most = 1_000
const page = 100

const streamKey = ['cards', 'posts', 'stream'] as const
export const listsKey = ['cards', 'posts', 'list'] as const
export const postKey = (id: string) => ['cards', 'posts', 'one', id] as const

/**
 * Reads the posts for a range: posts that went out then, and unpublished posts due then. At most
 * 1,000 of each.
 */
export const dueQuery = (range: DueRange) =>
  queryOptions({
    queryKey: [...listsKey, 'due', range],
    queryFn: async ({ signal }): Promise<PostList> => {
      const [due, posted] = await Promise.all([
        readPosts(range, signal),
        readPosts({ postedAfter: range.dueAfter, postedBefore: range.dueBefore }, signal),
      ])
      const items = new Map<string, PostCard>()
      // A post can be due in this range and go out in another one.
      for (const card of due.items) {
        const { postedAt } = card.post
        if (postedAt === null || (postedAt >= range.dueAfter && postedAt < range.dueBefore))
          items.set(card.id, card)
      }
      for (const card of posted.items) items.set(card.id, card)
      // The same posts can be missing in both lists, so the numbers are not added.
      const missing = Math.max(...[due, posted].map(({ items, total }) => total - items.length))
      return { items: [...items.values()], total: items.size + missing }
    },
  })

type PostRange = DueRange | { readonly postedAfter: string; readonly postedBefore: string }

async function readPosts(range: PostRange, signal: AbortSignal): Promise<PostList> {
  const items = new Map<string, PostCard>()
  let total = 0
  let offset = 0
  // A page can be shorter than its limit if the texts are very large.
  do {
    const query = { kind: 'post', sortBy: 'dueDate', sortDir: 'asc', limit: most, offset } as const
    const read = await atrium.call(listCards, { query: { ...query, ...range } }, { signal })
    total = read.total
    offset += read.items.length
    for (const card of read.items) if (isPost(card)) items.set(card.id, card)
    if (read.items.length === 0) break
  } while (offset < Math.min(total, most))
  return { items: [...items.values()], total }
}

/** Reads the posts with a status for all due dates: drafts earliest first, others latest first. */
export const stateQuery = (status: CardStatus) =>
  queryOptions({
    queryKey: [...listsKey, 'state', status],
    queryFn: async ({ signal }): Promise<PostList> => {
      const sortDir = status === 'draft' ? 'asc' : 'desc'
      const { items, total } = await atrium.call(
        listCards,
        { query: { kind: 'post', status, sortBy: 'dueDate', sortDir, limit: page } },
        { signal },
      )
      return { items: items.filter(isPost), total }
    },
  })

/** All posts that are not published yet, or all that are. */
export type Stream = 'upcoming' | 'published'

const published: readonly CardStatus[] = ['posted', 'posted_by_hand']

/** Returns the statuses that the posts of a stream can have. */
export const streamStatuses = (stream: Stream) =>
  postStatuses.filter((status) => published.includes(status) === (stream === 'published'))

/** Reads a stream page by page: the next post first, or the newest published one. */
export const streamQuery = (stream: Stream, statuses: readonly CardStatus[]) =>
  offsetPages([...streamKey, stream, statuses], (page, options) => {
    const sortDir = stream === 'upcoming' ? 'asc' : 'desc'
    const query = { kind: 'post', sortBy: 'dueDate', sortDir, ...page } as const
    return atrium.call(listCards, { query: { ...query, status: [...statuses] } }, options)
  })

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: ({ signal }) => readCard(id, signal),
  })
