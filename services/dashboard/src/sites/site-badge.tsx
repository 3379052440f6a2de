import type { Site } from '@atrium/contracts'
import { IconCircleDashed, IconCloudOff, IconWorld } from '@tabler/icons-react'
import { type Look, StateBadge } from '../ui/state-badge.tsx'

const looks: Readonly<Record<Site['status'], Look>> = {
  published: ['Published', IconWorld, 'good'],
  unpublished: ['Unpublished', IconCloudOff, 'warn'],
  draft: ['Draft', IconCircleDashed, 'quiet'],
}

export const SiteBadge = ({ status }: { status: Site['status'] }) => (
  <StateBadge look={looks[status]} />
)
