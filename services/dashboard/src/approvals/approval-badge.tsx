import type { ApprovalStatus } from '@atrium/contracts'
import { IconBan, IconCircleCheck, IconClock, IconHourglassEmpty } from '@tabler/icons-react'
import { type Look, StateBadge } from '../ui/state-badge.tsx'

const looks: Readonly<Record<ApprovalStatus, Look>> = {
  pending: ['Open', IconClock, 'accent'],
  approved: ['Approved', IconCircleCheck, 'good'],
  declined: ['Declined', IconBan, 'bad'],
  expired: ['Expired', IconHourglassEmpty, 'quiet'],
}

export const ApprovalBadge = ({ status }: { status: ApprovalStatus }) => (
  <StateBadge look={looks[status]} />
)
