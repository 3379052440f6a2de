import type { PostCard } from '../post-card.ts'
import { isPast } from '../zoned-time.ts'

/** What keeps a draft from being approved for its own time; undefined when nothing does. */
export function obstacleOf(
  { dueDate, post }: Pick<PostCard, 'dueDate' | 'post'>,
  now: Date,
): string | undefined {
  if (post.channelId === null) return 'It has no channel'
  if (dueDate === null) return 'It has no time'
  if (isPast(dueDate, now)) return 'Its time has passed'
  return undefined
}

/** Whether a draft can be approved for the time that it has. */
export const isReady = (card: PostCard, now: Date): boolean => obstacleOf(card, now) === undefined
