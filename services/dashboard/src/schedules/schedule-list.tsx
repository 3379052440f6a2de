import { Button } from '@mantine/core'
import { IconCircleCheck, IconRepeat } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { FigureCell, NameCell, RowLink, StateCell, WideCell } from '../ui/records/rows.tsx'
import { schedulesQuery } from './schedule-queries.ts'
import { ScheduleStatus } from './schedule-status.tsx'

export function ScheduleList({ stuck, onCreate }: { stuck: boolean; onCreate: () => void }) {
  const query = useInfiniteQuery(schedulesQuery(stuck))
  const isAdmin = useIsAdmin()
  const { amount, day } = useMoney()
  const totals = query.data?.pages[0]?.monthlyTotals ?? []
  const none = (
    <Empty
      icon={IconRepeat}
      title="No subscriptions yet"
      action={isAdmin && <Button onClick={onCreate}>Create the first subscription</Button>}
    >
      A subscription bills a customer for a product every month or year, automatically.
    </Empty>
  )
  const noneStuck = (
    <Empty icon={IconCircleCheck} title="No subscription needs your help">
      Every subscription has billed its last period.
    </Empty>
  )
  return (
    <RecordList
      label="Subscriptions"
      query={query}
      height={240}
      empty={stuck ? noneStuck : none}
      columns="minmax(0, 1fr) 100px 120px minmax(130px, auto)"
      above={
        totals.length > 0 && (
          <p className="lead">
            Active subscriptions bill{' '}
            <span className="bold figures">
              {totals.map(({ amountCents, currency }) => amount(amountCents, currency)).join(' + ')}
            </span>{' '}
            a month, without VAT
          </p>
        )
      }
      row={(schedule) => (
        <RowLink key={schedule.id} list="/subscriptions/{-$id}" id={schedule.id}>
          <NameCell name={schedule.customerName}>{schedule.description}</NameCell>
          <StateCell>
            <ScheduleStatus schedule={schedule} />
          </StateCell>
          <WideCell>
            {schedule.status === 'active' && `Next ${day(schedule.nextInvoiceOn)}`}
          </WideCell>
          <FigureCell>
            {amount(schedule.unitAmountCents, schedule.currency)} a {schedule.interval}
          </FigureCell>
        </RowLink>
      )}
    />
  )
}
