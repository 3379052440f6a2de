import type { Site } from '@atrium/contracts'
import { IconCircleDashed, IconCloudOff, IconWorld } from '@tabler/icons-react'
import { StateBadge } from '../ui/status-badge.tsx'

export function SiteBadge({ status }: { status: Site['status'] }) {
  if (status === 'published') return <StateBadge label="Published" icon={IconWorld} tone="good" />
  if (status === 'unpublished') return <StateBadge label="Taken off" icon={IconCloudOff} tone="warn" />
  return <StateBadge label="Draft" icon={IconCircleDashed} tone="quiet" />
}
