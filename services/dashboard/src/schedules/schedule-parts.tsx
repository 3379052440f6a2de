import type {
  InvoiceSchedule,
  Offer,
  ScheduleHistoryDetail,
  ScheduleTimelineEntry,
} from '@atrium/contracts'
import { Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconTag } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rateLabel } from '../money/amounts/amount.ts'
import { useMoney } from '../money/amounts/viewer.ts'
import { customerQuery } from '../money/money-queries.ts'
import { Facts } from '../money/records/facts.tsx'
import { Timeline } from '../money/records/timeline.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { scheduleTimelineQuery } from './one-schedule.ts'

const invoices = (n: number): string => (n === 1 ? '1 invoice' : `${n} invoices`)

export function ScheduleFacts({
  schedule,
  status,
}: {
  schedule: InvoiceSchedule
  status: InvoiceSchedule['status']
}) {
  const { amount, day, lastDayBefore } = useMoney()
  const customer = useQuery(customerQuery(schedule.customerId)).data
  const { endsAt, periods, prorateUntil, claimedPeriods, completedAt } = schedule
  const { nextInvoiceDate, nextInvoiceOn } = schedule
  const ends = [
    ...(endsAt === null ? [] : [day(lastDayBefore(endsAt))]),
    ...(periods === null ? [] : [`after ${invoices(periods)}, ${claimedPeriods} so far`]),
  ].join(', or ')
  const price = `${amount(schedule.unitAmountCents, schedule.currency)} a ${schedule.interval}`
  const next = status === 'paused' ? 'When you resume it' : day(nextInvoiceOn)
  return (
    <Facts
      wide
      facts={{
        Customer: (
          <Link to="/customers/{-$id}" params={{ id: schedule.customerId }} className="link">
            {customer?.name ?? '…'}
          </Link>
        ),
        Price: `${price}, VAT ${rateLabel(schedule.vatRateBps)}`,
        'Next invoice': status !== 'cancelled' && next,
        'First period':
          prorateUntil !== null &&
          nextInvoiceDate < prorateUntil &&
          `By its days, until ${day(prorateUntil)}`,
        Ends: ends || null,
        Completed: completedAt && day(completedAt),
      }}
    />
  )
}

interface StuckNoteProps {
  readonly schedule: InvoiceSchedule
  readonly busy: boolean
  /** Undefined for members, because they may not retry. */
  readonly onRetry: (() => void) | undefined
}

/** Explains why the last period is not billed, and offers a retry. */
export function StuckNote({ schedule, busy, onRetry }: StuckNoteProps) {
  const { day } = useMoney()
  const { failure } = schedule
  return (
    <div className="sunken note" data-tone="bad" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span className="grow" dir="auto">
        {failure === null
          ? 'We could not bill the last period.'
          : `The period of ${day(failure.period)} is not billed. ${failure.reason}.`}
      </span>
      {onRetry !== undefined && (
        <BusyButton size="xs" loading={busy} onClick={onRetry}>
          Bill it again
        </BusyButton>
      )}
    </div>
  )
}

interface PriceNoteProps {
  readonly offer: Offer
  readonly schedule: InvoiceSchedule
  readonly busy: boolean
  readonly onAdopt: (announce: boolean) => void
}

/** Shows the offer's new price, and a button that adopts it. */
export function PriceNote({ offer, schedule, busy, onAdopt }: PriceNoteProps) {
  const { amount, day } = useMoney()
  const [announce, setAnnounce] = useState(true)
  return (
    <div className="sunken note">
      <IconTag size={16} aria-hidden />
      <div className="grow stack">
        <span>
          The product costs {amount(offer.priceCents ?? 0, offer.currency)} a {offer.interval}. This
          subscription bills {amount(schedule.unitAmountCents, schedule.currency)} a{' '}
          {schedule.interval} until you change it. A new price applies from{' '}
          {day(schedule.nextInvoiceOn)} on.
        </span>
        <Checkbox
          size="xs"
          label="Mail the customer the new price"
          checked={announce}
          onChange={(event) => setAnnounce(event.currentTarget.checked)}
        />
      </div>
      <BusyButton size="xs" variant="default" loading={busy} onClick={() => onAdopt(announce)}>
        Change the price
      </BusyButton>
    </div>
  )
}

type Price = NonNullable<ScheduleHistoryDetail['to']>

/** Lists a schedule's events, newest first, with prices formatted as on the rest of the page. */
export function ScheduleTimeline({ id }: { id: string }) {
  const { amount, day } = useMoney()
  const price = ({ unitAmountCents, currency, interval }: Price): string =>
    `${amount(unitAmountCents, currency)} a ${interval}`
  const describeEntry = ({
    kind,
    detail: { from, to, since },
    body,
  }: ScheduleTimelineEntry): string => {
    if (kind === 'created') return 'The subscription was created'
    if (from === undefined || to === undefined) return body
    if (kind === 'price_changed')
      return `The product costs ${price(to)} now; this bills ${price(from)}`
    if (kind !== 'adopted' || since === undefined) return body
    return `${price(to)} instead of ${price(from)} from ${day(since)} on`
  }
  return <Timeline query={useInfiniteQuery(scheduleTimelineQuery(id))} textOf={describeEntry} />
}
