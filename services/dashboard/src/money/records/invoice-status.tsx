import type { Invoice } from '@atrium/contracts'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconFlagOff,
} from '@tabler/icons-react'
import { type Look, StateBadge } from '../../ui/state-badge.tsx'

type Shown = Invoice['status'] | 'overdue' | 'credited'

const words: Readonly<Record<Shown, Look>> = {
  draft: ['Draft', IconCircleDashed, 'quiet'],
  open: ['Open', IconClock, 'accent'],
  overdue: ['Overdue', IconAlertTriangle, 'bad'],
  credited: ['Credited', IconCircleCheck, 'quiet'],
  paid: ['Paid', IconCircleCheck, 'good'],
  void: ['Void', IconBan, 'quiet'],
  uncollectible: ['Written off', IconFlagOff, 'warn'],
}

type Stated = Pick<Invoice, 'status' | 'dueDate' | 'totalAmountCents' | 'creditedCents'>

export const isCreditedInFull = ({
  totalAmountCents,
  creditedCents,
}: Pick<Invoice, 'totalAmountCents' | 'creditedCents'>): boolean =>
  creditedCents > 0 && creditedCents >= totalAmountCents

/**
 * Returns the visible status. An open invoice past its due date is overdue, unless nothing is left
 * to pay.
 */
export function shownStatus(invoice: Stated, now = Date.now()): Shown {
  const { status, dueDate } = invoice
  if (status !== 'open') return status
  if (isCreditedInFull(invoice)) return 'credited'
  const hasDue = invoice.totalAmountCents > 0 && dueDate !== null
  return hasDue && Date.parse(dueDate) < now ? 'overdue' : status
}

export const invoiceStatusLabel = (status: Shown): string => words[status][0]

export const InvoiceStatus = ({ invoice }: { invoice: Stated }) => (
  <StateBadge look={words[shownStatus(invoice)]} />
)
