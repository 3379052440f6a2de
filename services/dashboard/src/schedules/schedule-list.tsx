import type { InvoiceScheduleListItem } from '@atrium/contracts'
import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconRepeat } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import money from '../money/money.module.css'
import { NameCell, RowList } from '../money/row-list.tsx'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useMoney } from '../money/use-money.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import { schedulesQuery } from './schedule-queries.ts'
import { ScheduleStatus } from './schedule-status.tsx'
import classes from './schedules.module.css'

/** The recurring agreements, or the stuck ones alone. */
export function ScheduleList({ stuck, onCreate }: { stuck: boolean; onCreate: () => void }) {
  const query = useInfiniteQuery(schedulesQuery(stuck))
  const { error, isPending } = useStanding(query)
  const isAdmin = useIsAdmin()
  useFirstContent(!isPending)
  const schedules = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (isPending) return <Skeleton h={240} radius="lg" />
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />
  return (
    <>
      {schedules.length > 0 && (
        <RowList label="Recurring agreements" query={query}>
          {schedules.map((schedule) => (
            <Row key={schedule.id} schedule={schedule} />
          ))}
        </RowList>
      )}
      {schedules.length === 0 && stuck && (
        <Empty icon={IconCircleCheck} title="Nothing is stuck">
          Every agreement has billed its last period.
        </Empty>
      )}
      {schedules.length === 0 && !stuck && (
        <Empty
          icon={IconRepeat}
          title="No recurring agreement yet"
          action={isAdmin && <Button onClick={onCreate}>Make the first agreement</Button>}
        >
          An agreement bills a customer the same offer every month or year, by itself.
        </Empty>
      )}
    </>
  )
}

function Row({ schedule }: { schedule: InvoiceScheduleListItem }) {
  const { amount, day } = useMoney()
  return (
    <li>
      <Link
        to="/schedules/{-$id}"
        params={{ id: schedule.id }}
        data-row
        className={`${money.row} ${classes.schedule}`}
      >
        <NameCell name={schedule.customerName}>{schedule.description}</NameCell>
        <span className={classes.status}>
          <ScheduleStatus schedule={schedule} />
        </span>
        <span className={`${money.wideOnly} ${money.quiet}`}>
          {schedule.status !== 'active' ? '' : `Next ${day(schedule.nextInvoiceDate)}`}
        </span>
        <span className={`${money.figure} ${classes.price}`}>
          {amount(schedule.unitAmountCents, schedule.currency)} a {schedule.interval}
        </span>
      </Link>
    </li>
  )
}
