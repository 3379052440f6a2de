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
import type { Look } from './state-badge.tsx'

/** The word, icon and tone of each status of a card. */
export const statusLooks: Readonly<Record<CardStatus, Look>> = {
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

export const statusLabel = (status: CardStatus): string => statusLooks[status][0]
