import type { EstimateListItem } from '@atrium/contracts'
import { Box, Button } from '@mantine/core'
import { IconFileText, IconFilterOff } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsAdmin, useMoney } from '../../money/amounts/viewer.ts'
import money from '../../money/money.module.css'
import { NameCell, RowLink, RowList, useRecords } from '../../money/records/records.tsx'
import classes from '../../money/records/rows.module.css'
import { useLeaving } from '../../ui/feedback/leaving.ts'
import { Empty } from '../../ui/page/empty.tsx'
import { estimatesQuery } from './estimate-queries.ts'
import { EstimateStatus } from './estimate-status.tsx'
import { type EstimatesSearch, toEstimateFilters } from './estimates-search.ts'

interface EstimateListProps {
  readonly search: EstimatesSearch
  readonly onClear: () => void
}

export function EstimateList({ search, onClear }: EstimateListProps) {
  const query = useInfiniteQuery({ ...estimatesQuery(search), placeholderData: keepPreviousData })
  const [items, place] = useRecords(query, 320)
  const leaving = useLeaving()
  const isAdmin = useIsAdmin()
  const estimates = items.filter(({ id }) => !leaving.has(id))
  if (place !== null) return place
  if (estimates.length === 0 && Object.keys(toEstimateFilters(search)).length > 0) {
    return (
      <Empty
        icon={IconFilterOff}
        title="No estimate matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        An estimate must match every filter.
      </Empty>
    )
  }
  if (estimates.length === 0) {
    return (
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
        An estimate, also called a quote, names your price before you start. Your customer accepts
        it online, and you make the invoice from it.
      </Empty>
    )
  }
  return (
    <RowList
      label="Estimates"
      query={query}
      heads={
        <div className={`${money.columns} ${classes.invoice}`} aria-hidden>
          <span>Estimate</span>
          <span>Status</span>
          <span>Sent</span>
          <span>Valid until</span>
          <span className={money.figure}>Total</span>
        </div>
      }
    >
      {estimates.map((estimate) => (
        <EstimateRow key={estimate.id} estimate={estimate} />
      ))}
    </RowList>
  )
}

function EstimateRow({ estimate }: { estimate: EstimateListItem }) {
  const { amount, day } = useMoney()
  const { id, customerName, number, status, sentAt, validUntil } = estimate
  return (
    <RowLink list="/estimates/{-$id}" id={id} columns="invoice">
      <NameCell name={customerName}>{number ?? 'No number yet'}</NameCell>
      <span className={classes.lower}>
        <EstimateStatus status={status} />
      </span>
      <span className="quiet wide-only">{sentAt === null ? '–' : day(sentAt)}</span>
      <span className="quiet wide-only">{validUntil === null ? '–' : day(validUntil)}</span>
      <Box className={`${money.figure} ${classes.upper}`} component="span" fw={500}>
        {amount(estimate.totalAmountCents, estimate.currency)}
      </Box>
    </RowLink>
  )
}
