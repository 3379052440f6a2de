import type { InvoiceSchedule } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rateLabel } from '../money/amount.ts'
import { Facts } from '../money/facts.tsx'
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
  const { endsAt, periods, prorateUntil, claimedPeriods, completedAt, nextInvoiceDate } = schedule
  const ends = [
    ...(endsAt === null ? [] : [day(endsAt)]),
    ...(periods === null ? [] : [`after ${invoices(periods)}, ${claimedPeriods} so far`]),
  ].join(', or ')
  const price = `${amount(schedule.unitAmountCents, schedule.currency)} a ${schedule.interval}`
  const next = status === 'paused' ? 'When it is resumed' : day(nextInvoiceDate)
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
