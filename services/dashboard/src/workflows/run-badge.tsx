import type { RunHeader } from '@atrium/contracts'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconLoader,
} from '@tabler/icons-react'
import { type Look, StateBadge } from '../ui/state-badge.tsx'

const looks: Readonly<Record<RunHeader['status'], Look>> = {
  queued: ['Waiting', IconClock, 'quiet'],
  running: ['Running', IconLoader, 'accent'],
  completed: ['Completed', IconCircleCheck, 'good'],
  failed: ['Failed', IconAlertTriangle, 'bad'],
  cancelled: ['Cancelled', IconBan, 'quiet'],
}

export const RunBadge = ({ status }: Pick<RunHeader, 'status'>) => (
  <StateBadge look={looks[status]} />
)
