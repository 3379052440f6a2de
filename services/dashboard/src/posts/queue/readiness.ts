import type { PostCard } from '../post-card.ts'
import { isPast } from '../zoned-time.ts'

export function findObstacle(
  { dueDate, post }: Pick<PostCard, 'dueDate' | 'post'>,
  now: Date,
): string | undefined {
  if (post.platform === 'email' && post.to.length === 0) return 'No recipient'
  if (post.channelId === null && post.platform !== 'email') return 'No account chosen'
  if (dueDate === null) return 'No time chosen'
  if (isPast(dueDate, now)) return 'The planned time has passed'
  return undefined
}

export const isReady = (card: PostCard, now: Date): boolean => findObstacle(card, now) === undefined
