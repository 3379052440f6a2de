import type { CardStatus, PostPublisher } from '@atrium/contracts'
import { useMe } from '../platform/session/me.ts'
import { StateBadge } from './state-badge.tsx'
import { statusLooks } from './status-looks.ts'

interface StatusBadgeProps {
  readonly status: CardStatus
  /** Replaces the status's word. */
  readonly label?: string | undefined
  /** Who published the post, if known. */
  readonly by?: Publisher | null | undefined
}

export function StatusBadge({ status, label, by }: StatusBadgeProps) {
  const [word, icon, tone] = statusLooks[status]
  const posted = usePostedBy(by)
  const own = status === 'posted_by_hand' ? posted : word
  return <StateBadge look={[label ?? own, icon, tone]} />
}

type Publisher = Pick<PostPublisher, 'id' | 'name'>

/** Says who posted a post on the network: the user, or another member. */
export function usePostedBy(by: Publisher | null | undefined): string {
  const { user } = useMe()
  if (by == null || by.id === user.id) return statusLooks.posted_by_hand[0]
  return `Posted by ${by.name || 'a member'}`
}
