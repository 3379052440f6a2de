import type { InvoiceBreakdown, InvoiceBreakdownItem } from '@atrium/contracts'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { DayField } from '../ui/dates/day-field.tsx'
import { Empty } from '../ui/page/empty.tsx'
import { usePlace } from '../ui/records/record-list.tsx'
import { breakdownQuery } from './invoice-queries.ts'
import type { InvoicesSearch } from './invoices-search.ts'
import classes from './summary.module.css'
import { TotalsStrip } from './totals-strip.tsx'

const MonthsChart = lazy(async () => ({
  default: (await import('./months-chart.tsx')).MonthsChart,
}))

const heads = { month: 'Month', customer: 'Customer', offer: 'Product' } as const
const groups = [
  { value: 'month', label: 'By month' },
  { value: 'customer', label: 'By customer' },
  { value: 'offer', label: 'By product' },
]

/** Lists the currencies, the one with the most entries first. */
export function listCurrencies({
  items,
  forecast,
}: Pick<InvoiceBreakdown, 'items' | 'forecast'>): string[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of [...items, ...forecast]) {
    counts.set(currency, (counts.get(currency) ?? 0) + count)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency)
}

export function Summary({
  search,
  onChange,
}: {
  search: InvoicesSearch
  onChange: (changed: Partial<InvoicesSearch>) => void
}) {
  const { by = 'month', from, to } = search
  const query = useQuery({ ...breakdownQuery({ by, from, to }), placeholderData: keepPreviousData })
  const place = usePlace(query, 320)
  const { data } = query
  const day = (field: 'from' | 'to', label: string) => (
    <DayField
      aria-label={label}
      title={label}
      w={150}
      value={search[field] ?? ''}
      onChange={(value) => onChange({ [field]: value || undefined })}
    />
  )
  return (
    <div className="page">
      <TotalsStrip />
      <div className={`wrapped ${money.filters}`}>
        <SegmentedControl
          aria-label="Group"
          data={groups}
          value={by}
          onChange={(value) => onChange({ by: value as InvoicesSearch['by'] })}
        />
        <span className="quiet">Issued from</span>
        {day('from', 'Issued from')}
        <span className="quiet">to</span>
        {day('to', 'Issued to')}
      </div>
      {place}
      {data !== undefined && data.items.length === 0 && data.forecast.length === 0 && (
        <Empty icon={IconChartBar} title="No invoices in this period">
          Issued invoices count from their issue date. Drafts and void invoices do not count.
        </Empty>
      )}
      {data !== undefined &&
        listCurrencies(data).map((currency) => (
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
        <p className="quiet" style={{ marginBlock: '1em' }}>
          You see the largest 1,000 entries. Choose a shorter period to see the others.
        </p>
      )}
    </div>
  )
}

type Row = Partial<InvoiceBreakdownItem> &
  Pick<InvoiceBreakdownItem, 'key' | 'label'> & { readonly forecastCents?: number }

/** Joins entries and forecast by key and keeps the platform's order. */
function toRows({ items, forecast }: InvoiceBreakdown, currency: string): Row[] {
  const rows = new Map<string, Row>()
  for (const item of items) if (item.currency === currency) rows.set(item.key, item)
  for (const { key, label, currency: of, forecastCents } of forecast) {
    if (of === currency) rows.set(key, { ...(rows.get(key) ?? { key, label }), forecastCents })
  }
  return [...rows.values()]
}

interface FiguresProps {
  readonly by: 'month' | 'customer' | 'offer'
  readonly data: InvoiceBreakdown
  readonly currency: string
}

function Figures({ by, data, currency }: FiguresProps) {
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
            {[
              heads[by],
              'Invoiced',
              'Credited',
              'Paid',
              'Refunded',
              'Open',
              'Overdue',
              'Forecast',
            ].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {toRows(data, currency).map((row) => (
            <tr key={row.key}>
              <th scope="row" dir="auto">
                <Label by={by} id={row.key} label={row.label} />
              </th>
              <td>{figure(row.invoicedCents)}</td>
              <td>{figure(row.creditedCents)}</td>
              <td>{figure(row.paidCents)}</td>
              <td>{figure(row.refundedCents)}</td>
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

function Label({
  by,
  id,
  label,
}: {
  by: 'month' | 'customer' | 'offer'
  id: string
  label: string
}) {
  if (by === 'month' || id === 'none') return label
  return (
    <Link
      to={by === 'customer' ? '/customers/{-$id}' : '/products/{-$id}'}
      params={{ id }}
      className="link"
    >
      {label}
    </Link>
  )
}
