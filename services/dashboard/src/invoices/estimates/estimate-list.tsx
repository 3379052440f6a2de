import type { EstimateListItem } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsAdmin, useMoney } from '../../money/amounts/viewer.ts'
import { invoiceColumns } from '../../money/records/invoice-rows.tsx'
import { Empty, NoMatch } from '../../ui/page/empty.tsx'
import { RecordList } from '../../ui/records/record-list.tsx'
import { FigureCell, NameCell, RowLink, StateCell, WideCell } from '../../ui/records/rows.tsx'
import { estimatesQuery } from './estimate-queries.ts'
import { EstimateStatus } from './estimate-status.tsx'
import { type EstimatesSearch, toEstimateFilters } from './estimates-search.ts'

interface EstimateListProps {
  readonly search: EstimatesSearch
  readonly onClear: () => void
}

export function EstimateList({ search, onClear }: EstimateListProps) {
  const query = useInfiniteQuery({ ...estimatesQuery(search), placeholderData: keepPreviousData })
  const isAdmin = useIsAdmin()
  const none = (
    <Empty
      icon={IconFileText}
      title="Send your first estimate"
      action={
        isAdmin && (
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/estimates/{-$id}" params={{ id: 'new' }} />
            )}
          >
            New estimate
          </Button>
        )
      }
    >
      An estimate, also called a quote, names your price before you start. Your customer accepts it
      online, and you make the invoice from it.
    </Empty>
  )
  const noMatch = (
    <NoMatch title="No estimate matches" onClear={onClear}>
      An estimate must match every filter.
    </NoMatch>
  )
  return (
    <RecordList
      label="Estimates"
      query={query}
      height={320}
      empty={Object.keys(toEstimateFilters(search)).length > 0 ? noMatch : none}
      columns={invoiceColumns}
      heads={['Estimate', 'Status', 'Sent', 'Valid until', 'Total']}
      row={(estimate) => <EstimateRow key={estimate.id} estimate={estimate} />}
    />
  )
}

function EstimateRow({ estimate }: { estimate: EstimateListItem }) {
  const { amount, day } = useMoney()
  const { id, customerName, number, status, sentAt, validUntil } = estimate
  return (
    <RowLink list="/estimates/{-$id}" id={id}>
      <NameCell name={customerName}>{number ?? 'No number yet'}</NameCell>
      <StateCell>
        <EstimateStatus status={status} />
      </StateCell>
      <WideCell>{sentAt === null ? '–' : day(sentAt)}</WideCell>
      <WideCell>{validUntil === null ? '–' : day(validUntil)}</WideCell>
      <FigureCell className="strong">
        {amount(estimate.totalAmountCents, estimate.currency)}
      </FigureCell>
    </RowLink>
  )
}
