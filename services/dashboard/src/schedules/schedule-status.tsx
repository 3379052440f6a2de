import type { InvoiceSchedule } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
} from '@tabler/icons-react'
import badge from '../ui/status-badge.module.css'

type Shown = InvoiceSchedule['status'] | 'stuck' | 'completed'

const words: Readonly<Record<Shown, readonly [label: string, icon: Icon, tone: string]>> = {
  stuck: ['Stuck', IconAlertTriangle, 'bad'],
  active: ['Active', IconCircleCheck, 'good'],
  paused: ['Paused', IconPlayerPause, 'warn'],
  cancelled: ['Cancelled', IconCircleX, 'quiet'],
  completed: ['Completed', IconCircleCheck, 'quiet'],
}

/** The state of an agreement with an icon and its name. */
export function ScheduleStatus({
  schedule: { status, stuck, completedAt },
}: {
  schedule: Pick<InvoiceSchedule, 'status' | 'stuck' | 'completedAt'>
}) {
  const [label, Glyph, tone] = words[stuck ? 'stuck' : completedAt === null ? status : 'completed']
  return (
    <span className={`fine ${badge.badge}`} data-tone={tone}>
      <Glyph size={14} aria-hidden />
      {label}
    </span>
  )
}
