import type { CardStatus } from '@atrium/contracts'
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

/** Shows a status. `label` replaces its word. */
export function StatusBadge({ status, label }: { status: CardStatus; label?: string | undefined }) {
  const [word, icon, tone] = words[status]
  return <StateBadge look={[label ?? word, icon, tone]} />
}
