import type { PostCard } from '../post-card.ts'
import type { PostFilters } from '../posts-search.ts'
import { readWallTime, type WallTime } from '../zoned-time.ts'

/**
 * A post with its wall time in the organisation's zone. `date` is empty if the post has no time.
 */
export interface PlacedPost extends WallTime {
  readonly card: PostCard
  /** The publishing time, or the due time if the post is not published. Empty if it has neither. */
  readonly at: string
}

const nowhere = { at: '', date: '', time: '', minutes: 0 }

/**
 * Matches posts to a channel filter. Email posts have no channel, so their filter is the platform
 * name.
 */
const goesTo = ({ post }: PostCard, channel: string): boolean =>
  channel === 'email' ? post.platform === 'email' : post.channelId === channel

export const chosenPosts = (
  cards: readonly PostCard[],
  { channel, status }: PostFilters,
): readonly PostCard[] =>
  cards.filter(
    (card) =>
      (channel === undefined || goesTo(card, channel)) &&
      (status === undefined || card.status === status),
  )

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Sorts posts by their time in the zone. Posts without a time come first. */
export const placePosts = (cards: readonly PostCard[], zone: string): readonly PlacedPost[] =>
  cards
    .map((card) => {
      const at = card.post.postedAt ?? card.dueDate
      return at === null ? { card, ...nowhere } : { card, at, ...readWallTime(at, zone) }
    })
    .sort((one, other) => compare(one.at, other.at) || compare(one.card.id, other.card.id))

export const byDate = (posts: readonly PlacedPost[]): ReadonlyMap<string, readonly PlacedPost[]> =>
  Map.groupBy(posts, ({ date }) => date)

/** Returns the first posts in a day or hour, and how many are left out if not all fit. */
export function capped(
  posts: readonly PlacedPost[],
  most: number,
): { shown: readonly PlacedPost[]; more: number } {
  if (posts.length <= most) return { shown: posts, more: 0 }
  return { shown: posts.slice(0, most - 1), more: posts.length - most + 1 }
}
