import type { InvoiceBreakdown, InvoiceBreakdownItem } from '@atrium/contracts'
import { SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import money from '../money/money.module.css'
import { useMoney } from '../money/use-money.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { late } from '../platform/load-page.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import { breakdownQuery } from './invoice-queries.ts'
import type { InvoicesSearch } from './invoices-search.ts'
import classes from './summary.module.css'
import { TotalsStrip } from './totals-strip.tsx'

const MonthsChart = late(async () => (await import('./months-chart.tsx')).MonthsChart)

const groups = [
  { value: 'month', label: 'By month' },
  { value: 'customer', label: 'By customer' },
  { value: 'offer', label: 'By offer' },
]

/** The currencies of a breakdown, the one with most entries first. */
export function currenciesOf({ items, forecast }: Pick<InvoiceBreakdown, 'items' | 'forecast'>): string[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of [...items, ...forecast]) {
    counts.set(currency, (counts.get(currency) ?? 0) + count)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency)
}

/** The invoiced, paid and outstanding amounts of a period and the forecast of the recurring, each currency apart. */
export function Summary({
  search,
  onChange,
}: {
  search: InvoicesSearch
  onChange: (changed: Partial<InvoicesSearch>) => void
}) {
  const { by = 'month', from, to } = search
  const query = useQuery({ ...breakdownQuery({ by, from, to }), placeholderData: keepPreviousData })
  const { error, isPending } = useStanding(query)
  useFirstContent(!isPending)
  const { data } = query
  const day = (field: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      title={label}
      w={150}
      value={search[field] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [field]: value === '' ? undefined : value })}
    />
  )
  return (
    <div className="page">
      <TotalsStrip />
      <div className={money.filters}>
        <SegmentedControl
          aria-label="Group"
          data={groups}
          value={by}
          onChange={(value) => onChange({ by: value as InvoicesSearch['by'] })}
        />
        <span className={money.quiet}>Issued from</span>
        {day('from', 'Issued from')}
        <span className={money.quiet}>to</span>
        {day('to', 'Issued to')}
      </div>
      {isPending && <Skeleton h={320} radius="lg" />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {data !== undefined && data.items.length === 0 && data.forecast.length === 0 && (
        <Empty icon={IconChartBar} title="Nothing is issued in this time">
          Finalized invoices count from the day of their issue; drafts and void ones do not.
        </Empty>
      )}
      {data !== undefined &&
        currenciesOf(data).map((currency) => (
          <section key={currency} aria-label={currency}>
            <h2 className={money.heading}>{currency}</h2>
            {by === 'month' && (
              <Suspense fallback={<Skeleton h={260} radius="lg" mb={12} />}>
                <MonthsChart
                  currency={currency}
                  items={data.items.filter((item) => item.currency === currency)}
                  forecast={data.forecast.filter((item) => item.currency === currency)}
                />
              </Suspense>
            )}
            <Figures by={by} data={data} currency={currency} />
          </section>
        ))}
      {data?.truncated === true && (
        <p className={money.quiet}>
          The largest 1,000 entries are shown; choose a shorter time for the others.
        </p>
      )}
    </div>
  )
}

type Row = Pick<InvoiceBreakdownItem, 'key' | 'label'> &
  Partial<
    Pick<
      InvoiceBreakdownItem,
      'invoicedCents' | 'creditedCents' | 'paidCents' | 'outstandingCents' | 'overdueCents'
    >
  > & { readonly forecastCents?: number }

/** The entries of a currency with their forecast, in the order of the platform. */
function rowsOf({ items, forecast }: InvoiceBreakdown, currency: string): Row[] {
  const rows = new Map<string, Row>()
  for (const item of items) if (item.currency === currency) rows.set(item.key, item)
  for (const { key, label, currency: of, forecastCents } of forecast) {
    if (of === currency) rows.set(key, { ...(rows.get(key) ?? { key, label }), forecastCents })
  }
  return [...rows.values()]
}

function Figures({
  by,
  data,
  currency,
}: {
  by: 'month' | 'customer' | 'offer'
  data: InvoiceBreakdown
  currency: string
}) {
  const { amount } = useMoney()
  const figure = (cents: number | undefined) => (cents === undefined ? '' : amount(cents, currency))
  return (
    <section
      className="raised"
      style={{ overflowX: 'auto' }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its place is scrolled by keyboard, too
      tabIndex={0}
      aria-label={`Figures in ${currency}`}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{by === 'month' ? 'Month' : by === 'customer' ? 'Customer' : 'Offer'}</th>
            <th scope="col">Invoiced</th>
            <th scope="col">Credited</th>
            <th scope="col">Paid</th>
            <th scope="col">Outstanding</th>
            <th scope="col">Overdue</th>
            <th scope="col">Forecast</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(data, currency).map((row) => (
            <tr key={row.key}>
              <th scope="row" dir="auto">
                <Label by={by} id={row.key} label={row.label} />
              </th>
              <td>{figure(row.invoicedCents)}</td>
              <td>{figure(row.creditedCents)}</td>
              <td>{figure(row.paidCents)}</td>
              <td>{figure(row.outstandingCents)}</td>
              <td data-bad={(row.overdueCents ?? 0) > 0}>{figure(row.overdueCents)}</td>
              <td>{figure(row.forecastCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Label({ by, id, label }: { by: 'month' | 'customer' | 'offer'; id: string; label: string }) {
  if (by === 'month' || id === 'none') return label
  return (
    <Link to={by === 'customer' ? '/customers/{-$id}' : '/offers/{-$id}'} params={{ id }} className="link">
      {label}
    </Link>
  )
}
