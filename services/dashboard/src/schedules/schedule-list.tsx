import { Button } from '@mantine/core'
import { IconCircleCheck, IconRepeat } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { NameCell, RowLink, RowList, useRecords } from '../money/records/records.tsx'
import classes from '../money/records/rows.module.css'
import { Empty } from '../ui/page/empty.tsx'
import { schedulesQuery } from './schedule-queries.ts'
import { ScheduleStatus } from './schedule-status.tsx'

export function ScheduleList({ stuck, onCreate }: { stuck: boolean; onCreate: () => void }) {
  const query = useInfiniteQuery(schedulesQuery(stuck))
  const [schedules, place] = useRecords(query, 240)
  const isAdmin = useIsAdmin()
  const { amount, day } = useMoney()
  if (place !== null) return place
  if (schedules.length === 0 && stuck) {
    return (
      <Empty icon={IconCircleCheck} title="No subscription needs your help">
        Every subscription has billed its last period.
      </Empty>
    )
  }
  if (schedules.length === 0) {
    return (
      <Empty
        icon={IconRepeat}
        title="No subscriptions yet"
        action={isAdmin && <Button onClick={onCreate}>Create the first subscription</Button>}
      >
        A subscription bills a customer for a product every month or year, automatically.
      </Empty>
    )
  }
  const totals = query.data?.pages[0]?.monthlyTotals ?? []
  return (
    <>
      {totals.length > 0 && (
        <p className="muted" style={{ margin: '0 0 12px' }}>
          Active subscriptions bill{' '}
          <span className="bold figures">
            {totals.map(({ amountCents, currency }) => amount(amountCents, currency)).join(' + ')}
          </span>{' '}
          a month, excl. VAT
        </p>
      )}
      <RowList label="Subscriptions" query={query}>
        {schedules.map((schedule) => (
          <RowLink
            key={schedule.id}
            list="/subscriptions/{-$id}"
            id={schedule.id}
            columns="schedule"
          >
            <NameCell name={schedule.customerName}>{schedule.description}</NameCell>
            <span className={classes.lower}>
              <ScheduleStatus schedule={schedule} />
            </span>
            <span className="quiet wide-only">
              {schedule.status === 'active' && `Next ${day(schedule.nextInvoiceOn)}`}
            </span>
            <span className={`${money.figure} ${classes.upper}`}>
              {amount(schedule.unitAmountCents, schedule.currency)} a {schedule.interval}
            </span>
          </RowLink>
        ))}
      </RowList>
    </>
  )
}
