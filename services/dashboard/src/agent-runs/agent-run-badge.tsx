import type { AgentRun } from '@atrium/contracts'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconLoader,
} from '@tabler/icons-react'
import { StateBadge } from '../ui/status-badge.tsx'

/** The state of an agent's run in plain words. */
export function AgentRunBadge({ status, cancelRequested, finishedAt }: AgentRun) {
  if (cancelRequested && finishedAt === null)
    return <StateBadge label="Stopping" icon={IconBan} tone="warn" />
  switch (status) {
    case 'queued':
      return <StateBadge label="Waits for an agent" icon={IconClock} tone="quiet" />
    case 'claimed':
      return <StateBadge label="Taken" icon={IconLoader} tone="accent" />
    case 'running':
      return <StateBadge label="Running" icon={IconLoader} tone="accent" />
    case 'succeeded':
      return <StateBadge label="Done" icon={IconCircleCheck} tone="good" />
    case 'failed':
      return <StateBadge label="Failed" icon={IconAlertTriangle} tone="bad" />
    case 'cancelled':
      return <StateBadge label="Cancelled" icon={IconBan} tone="quiet" />
    case 'lost':
      return <StateBadge label="Lost" icon={IconHelpCircle} tone="warn" />
  }
}
