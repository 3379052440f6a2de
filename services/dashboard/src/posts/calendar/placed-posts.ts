import type { PostCard } from '../post-card.ts'
import type { PostFilters } from '../posts-search.ts'
import { type WallTime, wallTime } from '../zoned-time.ts'

/** A post at its place in the calendar, in the zone of the organisation; its `date` is empty while it has none. */
export interface PlacedPost extends WallTime {
  readonly card: PostCard
  /** When it went out, else when it is due; empty without a time. */
  readonly at: string
}

const nowhere = { at: '', date: '', time: '', minutes: 0 }

/** Posts by mail have no channel; their filter is the name of the platform. */
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

/** The posts in the order of their times in the zone; those without one come first. */
export const placePosts = (cards: readonly PostCard[], zone: string): readonly PlacedPost[] =>
  cards
    .map((card) => {
      const at = card.post.postedAt ?? card.dueDate
      return at === null ? { card, ...nowhere } : { card, at, ...wallTime(at, zone) }
    })
    .sort((one, other) => compare(one.at, other.at) || compare(one.card.id, other.card.id))

export const byDate = (posts: readonly PlacedPost[]): ReadonlyMap<string, readonly PlacedPost[]> =>
  Map.groupBy(posts, ({ date }) => date)

/** The first posts of a place, and the number of the others when not all fit. */
export function capped(
  posts: readonly PlacedPost[],
  most: number,
): { shown: readonly PlacedPost[]; more: number } {
  if (posts.length <= most) return { shown: posts, more: 0 }
  return { shown: posts.slice(0, most - 1), more: posts.length - most + 1 }
}
