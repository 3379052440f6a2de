import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMoney } from '../money/amounts/viewer.ts'
import { summaryQuery } from './invoice-queries.ts'
import classes from './strip.module.css'

const parts = [
  { label: 'Open', field: 'outstandingCents', status: 'open' },
  { label: 'Overdue', field: 'overdueCents', status: 'overdue' },
  { label: 'Paid', field: 'paidCents', status: 'paid' },
] as const

/** Shows the outstanding, overdue and paid amounts, one line per currency. */
export function TotalsStrip() {
  const { amount } = useMoney()
  const { data } = useQuery(summaryQuery)
  if (data === undefined) return <Skeleton h={{ base: 119, xs: 84 }} mb={16} radius="lg" />
  const currencies = data.byCurrency.length === 0 ? [data] : data.byCurrency
  return (
    <div className={`raised ${classes.strip}`}>
      {parts.map(({ label, field, status }) => (
        <Link
          key={field}
          to="/invoices/{-$id}"
          params={{ id: undefined }}
          search={{ status }}
          className={`column hoverable ${classes.part}`}
          data-bad={field === 'overdueCents' && currencies.some((one) => one[field] > 0)}
        >
          <span className="quiet">{label}</span>
          {currencies.map((one) => (
            <span key={one.currency} className={`figures bold ${classes.amount}`}>
              {amount(one[field], one.currency)}
              {field === 'paidCents' && one.refundedCents > 0 && (
                <span className="quiet"> {amount(one.refundedCents, one.currency)} refunded</span>
              )}
            </span>
          ))}
        </Link>
      ))}
    </div>
  )
}
