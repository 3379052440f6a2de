import type { AgentRun } from '@atrium/contracts'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconLoader,
} from '@tabler/icons-react'
import { type Look, StateBadge } from '../ui/state-badge.tsx'

const stopping: Look = ['Stopping', IconBan, 'warn']
const looks: Readonly<Record<AgentRun['status'], Look>> = {
  queued: ['Waiting for an agent', IconClock, 'quiet'],
  claimed: ['Taken', IconLoader, 'accent'],
  running: ['Running', IconLoader, 'accent'],
  succeeded: ['Done', IconCircleCheck, 'good'],
  failed: ['Failed', IconAlertTriangle, 'bad'],
  cancelled: ['Cancelled', IconBan, 'quiet'],
  lost: ['Lost', IconHelpCircle, 'warn'],
}

export function AgentRunBadge({ status, cancelRequested, finishedAt }: AgentRun) {
  return <StateBadge look={cancelRequested && finishedAt === null ? stopping : looks[status]} />
}
