import type { InvoiceSchedule } from '@atrium/contracts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
} from '@tabler/icons-react'
import { type Look, StateBadge } from '../ui/state-badge.tsx'

type Shown = InvoiceSchedule['status'] | 'stuck' | 'completed'

const words: Readonly<Record<Shown, Look>> = {
  stuck: ['Needs your help', IconAlertTriangle, 'bad'],
  active: ['Active', IconCircleCheck, 'good'],
  paused: ['Paused', IconPlayerPause, 'warn'],
  cancelled: ['Cancelled', IconCircleX, 'quiet'],
  completed: ['Completed', IconCircleCheck, 'quiet'],
}

export function ScheduleStatus({
  schedule: { status, stuck, completedAt },
}: {
  schedule: Pick<InvoiceSchedule, 'status' | 'stuck' | 'completedAt'>
}) {
  return <StateBadge look={words[stuck ? 'stuck' : completedAt === null ? status : 'completed']} />
}
