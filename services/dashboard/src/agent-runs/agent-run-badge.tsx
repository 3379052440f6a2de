import type { AgentRun } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconLoader,
} from '@tabler/icons-react'
import { StateBadge, type Tone } from '../ui/status-badge.tsx'

const looks: Readonly<Record<AgentRun['status'], readonly [label: string, icon: Icon, tone: Tone]>> = {
  queued: ['Waits for an agent', IconClock, 'quiet'],
  claimed: ['Taken', IconLoader, 'accent'],
  running: ['Running', IconLoader, 'accent'],
  succeeded: ['Done', IconCircleCheck, 'good'],
  failed: ['Failed', IconAlertTriangle, 'bad'],
  cancelled: ['Cancelled', IconBan, 'quiet'],
  lost: ['Lost', IconHelpCircle, 'warn'],
}

export function AgentRunBadge({ status, cancelRequested, finishedAt }: AgentRun) {
  const isStopping = cancelRequested && finishedAt === null
  const [label, icon, tone] = isStopping ? (['Stopping', IconBan, 'warn'] as const) : looks[status]
  return <StateBadge label={label} icon={icon} tone={tone} />
}
