import { type InvoiceBreakdownItem, type InvoiceForecastItem, minorDigits } from '@atrium/contracts'
import { Box } from '@mantine/core'
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useMoney } from '../money/amounts/viewer.ts'

const series = [
  { name: 'paid', label: 'Paid', color: 'teal.6' },
  { name: 'outstanding', label: 'Open', color: 'iris.5' },
  { name: 'forecast', label: 'Forecast', color: 'gray.5' },
]

const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })

/** Formats a month such as `2026-11` briefly. Only January shows its year. */
const monthLabel = (key: string): string => {
  const month = monthFormat.format(new Date(`${key}-01T00:00:00Z`))
  return key.endsWith('-01') ? `${month} ${key.slice(0, 4)}` : month
}

interface MonthsChartProps {
  readonly currency: string
  readonly items: readonly InvoiceBreakdownItem[]
  readonly forecast: readonly InvoiceForecastItem[]
}

/** Shows the months of one currency as bars. The table below has the same numbers. */
export function MonthsChart({ currency, items, forecast }: MonthsChartProps) {
  const { amount } = useMoney()
  const months = new Map<
    string,
    { month: string; paid: number; outstanding: number; forecast: number }
  >()
  const month = (key: string) =>
    months.get(key) ?? { month: key, paid: 0, outstanding: 0, forecast: 0 }
  for (const { key, paidCents, outstandingCents } of items) {
    months.set(key, { ...month(key), paid: paidCents, outstanding: outstandingCents })
  }
  for (const { key, forecastCents } of forecast)
    months.set(key, { ...month(key), forecast: forecastCents })
  const compact = new Intl.NumberFormat(undefined, { notation: 'compact' })
  return (
    <Box className="raised" mb={12} p="16px 16px 8px 8px" aria-hidden>
      <BarChart
        h={240}
        type="stacked"
        data={[...months.values()].sort((one, other) => one.month.localeCompare(other.month))}
        dataKey="month"
        series={series}
        withLegend
        maxBarWidth={48}
        valueFormatter={(cents) => amount(cents, currency)}
        xAxisProps={{ tickFormatter: monthLabel }}
        yAxisProps={{
          tickFormatter: (cents: number) => compact.format(cents / 10 ** minorDigits(currency)),
        }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
        tooltipAnimationDuration={0}
      />
    </Box>
  )
}
