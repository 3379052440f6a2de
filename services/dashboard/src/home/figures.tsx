import type { MoneyFigures } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAmount } from '../money/amounts/viewer.ts'
import { overviewQuery } from '../platform/records/overview.ts'
import { useStanding } from '../platform/records/queries.ts'
import classes from './home.module.css'

const amounts = [
  { label: 'Open', field: 'openCents', status: 'open' },
  { label: 'Overdue', field: 'overdueCents', status: 'overdue' },
  { label: 'Paid this month', field: 'paidThisMonthCents', status: 'paid' },
] as const

/** Shows the organisation's four figures. A figure of a service that is down is left blank. */
export function Figures() {
  const query = useQuery(overviewQuery)
  const { data } = query
  const { isPending } = useStanding(query)
  const amount = useAmount()
  if (data === undefined) {
    return isPending ? <Skeleton h={{ base: 138, sm: 74 }} mt={16} radius="lg" /> : null
  }
  const { money, postsNextWeek } = data
  const show = (field: keyof Omit<MoneyFigures, 'currency'>) =>
    money === null ? '–' : amount(money[field], money.currency)
  return (
    <section className={`raised ${classes.figures}`} aria-label="Figures">
      {amounts.map(({ label, field, status }) => (
        <Link
          key={field}
          to="/invoices/{-$id}"
          params={{ id: undefined }}
          search={{ status }}
          className={`column hoverable ${classes.figure}`}
          data-bad={field === 'overdueCents' && (money?.overdueCents ?? 0) > 0}
        >
          <span className="quiet">{label}</span>
          <span className={`figures bold ${classes.amount}`}>{show(field)}</span>
        </Link>
      ))}
      <Link to="/posts" search={{}} className={`column hoverable ${classes.figure}`}>
        <span className="quiet">Posts in the next 7 days</span>
        <span className={`figures bold ${classes.amount}`}>{postsNextWeek ?? '–'}</span>
      </Link>
    </section>
  )
}
