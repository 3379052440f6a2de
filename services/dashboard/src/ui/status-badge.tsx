import type { CardStatus } from '@atrium/contracts'
import {
  type Icon,
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
import classes from './status-badge.module.css'

export type Tone = 'quiet' | 'accent' | 'good' | 'bad' | 'warn'

const words: Readonly<Record<CardStatus, readonly [label: string, icon: Icon, tone: Tone]>> = {
  todo: ['To do', IconCircle, 'quiet'],
  doing: ['In progress', IconCircleHalf2, 'accent'],
  done: ['Done', IconCircleCheck, 'good'],
  archived: ['Archived', IconArchive, 'quiet'],
  failed: ['Failed', IconAlertTriangle, 'bad'],
  enriching: ['Reading', IconLoader, 'accent'],
  enriched: ['Enriched', IconSparkles, 'good'],
  draft: ['Draft', IconCircleDashed, 'quiet'],
  reviewed: ['Scheduled', IconClock, 'accent'],
  posting: ['Posting', IconLoader, 'accent'],
  posted: ['Posted', IconCircleCheck, 'good'],
  unconfirmed: ['Unconfirmed', IconHelpCircle, 'warn'],
  handed_off: ['Handed off', IconCircleHalf2, 'accent'],
  posted_by_hand: ['Posted by hand', IconCircleCheck, 'good'],
}

export const statusLabel = (status: CardStatus): string => words[status][0]

export const StateBadge = ({ label, icon: Glyph, tone }: { label: string; icon: Icon; tone: Tone }) => (
  <span className={`fine ${classes.badge}`} data-tone={tone}>
    <Glyph size={14} aria-hidden />
    {label}
  </span>
)

export function StatusBadge({ status }: { status: CardStatus }) {
  const [label, icon, tone] = words[status]
  return <StateBadge label={label} icon={icon} tone={tone} />
}
