import type { Invoice } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconFlagOff,
} from '@tabler/icons-react'
import badge from '../ui/status-badge.module.css'

type Shown = Invoice['status'] | 'overdue' | 'credited'

const words: Readonly<Record<Shown, readonly [label: string, icon: Icon, tone: string]>> = {
  draft: ['Draft', IconCircleDashed, 'quiet'],
  open: ['Open', IconClock, 'accent'],
  overdue: ['Overdue', IconAlertTriangle, 'bad'],
  credited: ['Credited', IconCircleCheck, 'quiet'],
  paid: ['Paid', IconCircleCheck, 'good'],
  void: ['Void', IconBan, 'quiet'],
  uncollectible: ['Written off', IconFlagOff, 'warn'],
}

type Stated = Pick<Invoice, 'status' | 'dueDate' | 'totalAmountCents' | 'creditedCents'>

/** Whether credit notes have taken off all of an invoice. */
export const isCreditedInFull = ({
  totalAmountCents,
  creditedCents,
}: Pick<Invoice, 'totalAmountCents' | 'creditedCents'>): boolean =>
  creditedCents > 0 && creditedCents >= totalAmountCents

/** The state of an invoice for people: an open one that is due is overdue, unless nothing of it is left. */
export function shownStatus(invoice: Stated, now = Date.now()): Shown {
  const { status, dueDate } = invoice
  if (status !== 'open') return status
  if (isCreditedInFull(invoice)) return 'credited'
  return dueDate !== null && Date.parse(dueDate) < now ? 'overdue' : status
}

/** The name of a state in plain words. */
export const invoiceStatusLabel = (status: Shown): string => words[status][0]

/** The state of an invoice with an icon and its name. */
export function InvoiceStatus({ invoice }: { invoice: Stated }) {
  const [label, Glyph, tone] = words[shownStatus(invoice)]
  return (
    <span className={`fine ${badge.badge}`} data-tone={tone}>
      <Glyph size={14} aria-hidden />
      {label}
    </span>
  )
}
