import type { Estimate } from '@atrium/contracts'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconClockOff,
  IconFileInvoice,
} from '@tabler/icons-react'
import { type Look, StateBadge } from '../../ui/state-badge.tsx'

const looks: Readonly<Record<Estimate['status'], Look>> = {
  draft: ['Draft', IconCircleDashed, 'quiet'],
  sent: ['Sent', IconClock, 'accent'],
  accepted: ['Accepted', IconCircleCheck, 'good'],
  declined: ['Declined', IconCircleX, 'bad'],
  expired: ['Expired', IconClockOff, 'warn'],
  invoiced: ['Invoiced', IconFileInvoice, 'quiet'],
}

export const estimateStatusLabel = (status: Estimate['status']): string => looks[status][0]

export const EstimateStatus = ({ status }: { status: Estimate['status'] }) => (
  <StateBadge look={looks[status]} />
)
