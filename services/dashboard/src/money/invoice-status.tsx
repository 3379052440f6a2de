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

type Shown = Invoice['status'] | 'overdue'

const words: Readonly<Record<Shown, readonly [label: string, icon: Icon, tone: string]>> = {
  draft: ['Draft', IconCircleDashed, 'quiet'],
  open: ['Open', IconClock, 'accent'],
  overdue: ['Overdue', IconAlertTriangle, 'bad'],
  paid: ['Paid', IconCircleCheck, 'good'],
  void: ['Void', IconBan, 'quiet'],
  uncollectible: ['Written off', IconFlagOff, 'warn'],
}

type Facts = Pick<Invoice, 'status' | 'dueDate' | 'creditedCents' | 'amountDueCents'>

/** The state of an invoice for people: an open one that is due is overdue, unless it was credited in full. */
export const shownStatus = (
  { status, dueDate, creditedCents, amountDueCents }: Facts,
  now = Date.now(),
): Shown =>
  status === 'open' &&
  dueDate !== null &&
  Date.parse(dueDate) < now &&
  (creditedCents === 0 || amountDueCents > 0)
    ? 'overdue'
    : status

/** The name of a state in plain words. */
export const invoiceStatusLabel = (status: Shown): string => words[status][0]

/** The state of an invoice with an icon and its name. */
export function InvoiceStatus({ invoice }: { invoice: Facts }) {
  const [label, Glyph, tone] = words[shownStatus(invoice)]
  return (
    <span className={badge.badge} data-tone={tone}>
      <Glyph size={14} aria-hidden />
      {label}
    </span>
  )
}
