import type { CardStatus, PostPublisher } from '@atrium/contracts'
import {
  IconAlertTriangle,
  IconArchive,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconClock,
  IconHelpCircle,
  IconLoader,
  IconSparkles,
} from '@tabler/icons-react'
import { useMe } from '../platform/session/me.ts'
import { type Look, StateBadge } from './state-badge.tsx'

const words: Readonly<Record<CardStatus, Look>> = {
  todo: ['To do', IconCircle, 'quiet'],
  doing: ['In progress', IconCircleHalf2, 'accent'],
  done: ['Done', IconCircleCheck, 'good'],
  archived: ['Archived', IconArchive, 'quiet'],
  failed: ['Failed', IconAlertTriangle, 'bad'],
  enriching: ['Reading', IconLoader, 'accent'],
  enriched: ['Enriched', IconSparkles, 'good'],
  draft: ['Draft', IconCircleDashed, 'quiet'],
  reviewed: ['Scheduled', IconClock, 'accent'],
  posting: ['Publishing', IconLoader, 'accent'],
  posted: ['Published', IconCircleCheck, 'good'],
  unconfirmed: ['Unconfirmed', IconHelpCircle, 'warn'],
  handed_off: ['Waiting for you to post', IconCircleHalf2, 'accent'],
  posted_by_hand: ['Posted by you', IconCircleCheck, 'good'],
}

export const statusLabel = (status: CardStatus): string => words[status][0]

interface StatusBadgeProps {
  readonly status: CardStatus
  /** Replaces the status's word. */
  readonly label?: string | undefined
  /** Who published the post, if known. */
  readonly by?: Publisher | null | undefined
}

export function StatusBadge({ status, label, by }: StatusBadgeProps) {
  const [word, icon, tone] = words[status]
  const posted = usePostedBy(by)
  const own = status === 'posted_by_hand' ? posted : word
  return <StateBadge look={[label ?? own, icon, tone]} />
}

type Publisher = Pick<PostPublisher, 'id' | 'name'>

/** Says who posted a post on the network: the user, or another member. */
export function usePostedBy(by: Publisher | null | undefined): string {
  const { user } = useMe()
  if (by == null || by.id === user.id) return words.posted_by_hand[0]
  return `Posted by ${by.name || 'a member'}`
}
