import type { AccountingMonth } from '@atrium/contracts'
import { Flex } from '@mantine/core'
import { IconCalculator, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMoney } from '../money/amounts/viewer.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { Empty } from '../ui/page/empty.tsx'
import { usePlace } from '../ui/records/record-list.tsx'
import { RowList } from '../ui/records/row-list.tsx'
import { PlainRow } from '../ui/records/rows.tsx'
import { journalPath, monthsQuery } from './accounting-queries.ts'

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const counted = (n: number, one: string): string => (n === 1 ? `1 ${one}` : `${n} ${one}s`)

export function MonthList() {
  const query = useQuery(monthsQuery)
  const place = usePlace(query, 160)
  if (place !== null) return place
  const months = query.data?.items ?? []
  if (months.length === 0) {
    return (
      <Empty icon={IconCalculator} title="Nothing to book yet">
        Issue an invoice to get a journal of its month for your accountant.
      </Empty>
    )
  }
  return (
    <RowList label="Months" columns="minmax(0, 1fr) auto">
      {months.map((month) => (
        <Month key={`${month.month} ${month.currency}`} entry={month} />
      ))}
    </RowList>
  )
}

function Month({ entry }: { entry: AccountingMonth }) {
  const { amount } = useMoney()
  const {
    month,
    currency,
    invoices,
    invoicedCents,
    creditNotes,
    creditedCents,
    payments,
    paidCents,
  } = entry
  const { refunds, refundedCents } = entry
  const name = `${monthName.format(new Date(`${month}-01T00:00:00Z`))}, ${currency}`
  const sums = [
    `${counted(invoices, 'invoice')}, ${amount(invoicedCents, currency)}`,
    ...(creditNotes === 0
      ? []
      : [`${counted(creditNotes, 'credit note')}, ${amount(creditedCents, currency)}`]),
    `${counted(payments, 'payment')}, ${amount(paidCents, currency)}`,
    ...(refunds === 0 ? [] : [`${counted(refunds, 'refund')}, ${amount(refundedCents, currency)}`]),
  ]
  return (
    <PlainRow>
      <span className="column">
        <span className="strong clamped">{name}</span>
        <span className="quiet">{sums.join(' · ')}</span>
      </span>
      <Flex component="span" gap={16}>
        {(['csv', 'fec'] as const).map((format) => (
          <a
            key={format}
            href={apiOrigin + journalPath(month, currency, format)}
            download={`journal-${month}-${currency}.${format === 'csv' ? 'csv' : 'txt'}`}
            aria-label={`${format.toUpperCase()} of ${name}`}
            className="link"
          >
            <IconDownload size={14} aria-hidden /> {format.toUpperCase()}
          </a>
        ))}
      </Flex>
    </PlainRow>
  )
}
