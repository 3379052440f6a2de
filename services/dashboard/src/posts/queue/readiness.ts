import type { PostCard } from '../post-card.ts'
import { isPast } from '../zoned-time.ts'

export function findObstacle(
  { dueDate, post }: Pick<PostCard, 'dueDate' | 'post'>,
  now: Date,
): string | undefined {
  if (post.platform === 'email' && post.to.length === 0) return 'It has no recipient'
  if (post.channelId === null && post.platform !== 'email') return 'It has no channel'
  if (dueDate === null) return 'It has no time'
  if (isPast(dueDate, now)) return 'Its time has passed'
  return undefined
}

export const isReady = (card: PostCard, now: Date): boolean => findObstacle(card, now) === undefined
