import type { RunHeader } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconLoader,
} from '@tabler/icons-react'
import { StateBadge, type Tone } from '../ui/status-badge.tsx'

const looks: Readonly<Record<RunHeader['status'], readonly [label: string, icon: Icon, tone: Tone]>> = {
  queued: ['Waiting', IconClock, 'quiet'],
  running: ['Running', IconLoader, 'accent'],
  completed: ['Completed', IconCircleCheck, 'good'],
  failed: ['Failed', IconAlertTriangle, 'bad'],
  cancelled: ['Cancelled', IconBan, 'quiet'],
}

export function RunBadge({ status }: Pick<RunHeader, 'status'>) {
  const [label, icon, tone] = looks[status]
  return <StateBadge label={label} icon={icon} tone={tone} />
}
