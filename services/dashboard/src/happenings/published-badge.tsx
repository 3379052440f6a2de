import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { StateBadge } from '../ui/status-badge.tsx'

/** Whether visitors see a happening. */
export const PublishedBadge = ({ published }: { published: boolean }) =>
  published ? (
    <StateBadge label="Published" icon={IconCircleCheck} tone="good" />
  ) : (
    <StateBadge label="Not published" icon={IconCircleDashed} tone="quiet" />
  )
