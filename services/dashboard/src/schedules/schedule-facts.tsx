import type { InvoiceSchedule } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rateLabel } from '../money/amount.ts'
import money from '../money/money.module.css'
import { customerQuery } from '../money/money-queries.ts'
import { useMoney } from '../money/use-money.ts'

const invoices = (n: number): string => (n === 1 ? '1 invoice' : `${n} invoices`)

/** Customer, price, and the days of an agreement. */
export function ScheduleFacts({
  schedule,
  status,
}: {
  schedule: InvoiceSchedule
  status: InvoiceSchedule['status']
}) {
  const { amount, day } = useMoney()
  const customer = useQuery(customerQuery(schedule.customerId)).data
  const { endsAt, periods, prorateUntil, claimedPeriods, completedAt } = schedule
  const ends = [
    ...(endsAt === null ? [] : [day(endsAt)]),
    ...(periods === null ? [] : [`after ${invoices(periods)}, ${claimedPeriods} so far`]),
  ].join(', or ')
  return (
    <div className="card">
      <dl className={money.details}>
        <dt>Customer</dt>
        <dd dir="auto">
          <Link to="/customers/{-$id}" params={{ id: schedule.customerId }} className="link">
            {customer?.name ?? '…'}
          </Link>
        </dd>
        <dt>Price</dt>
        <dd>
          {amount(schedule.unitAmountCents, schedule.currency)} a {schedule.interval}, VAT{' '}
          {rateLabel(schedule.vatRateBps)}
        </dd>
        {status !== 'cancelled' && (
          <>
            <dt>Next invoice</dt>
            <dd>{status === 'paused' ? 'When it is resumed' : day(schedule.nextInvoiceDate)}</dd>
          </>
        )}
        {prorateUntil !== null && schedule.nextInvoiceDate < prorateUntil && (
          <>
            <dt>First period</dt>
            <dd>By its days, until {day(prorateUntil)}</dd>
          </>
        )}
        {ends !== '' && (
          <>
            <dt>Ends</dt>
            <dd>{ends}</dd>
          </>
        )}
        {completedAt !== null && (
          <>
            <dt>Completed</dt>
            <dd>{day(completedAt)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
