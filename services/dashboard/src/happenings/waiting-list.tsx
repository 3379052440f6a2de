import type { Happening } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import money from '../money/money.module.css'
import { NameCell, RowList } from '../money/row-list.tsx'
import { useStanding } from '../platform/use-standing.ts'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import { When } from '../ui/when.tsx'
import { waitingQuery } from './happening-queries.ts'
import classes from './happenings.module.css'

/** The people who wait for tickets, in their order. */
export function WaitingList({ happening: { id, ticketTypes } }: { happening: Happening }) {
  const query = useInfiniteQuery(waitingQuery(id))
  const { error, isPending } = useStanding(query)
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (isPending) return <Skeleton h={160} radius="lg" />
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />
  if (entries.length === 0) {
    return (
      <Empty icon={IconHourglass} title="Nobody waits">
        Visitors can wait for tickets that are sold out. A cancelled ticket and more seats go to them first.
      </Empty>
    )
  }
  return (
    <RowList label="Waiting list" ordered query={query}>
      {entries.map(({ id: entryId, name, email, ticketTypeId, quantity, createdAt }, index) => (
        <li key={entryId} className={`${money.row} ${classes.waiting}`}>
          <span className={money.quiet}>{index + 1}</span>
          <NameCell name={name}>{email}</NameCell>
          <span className={money.clamped} dir="auto">
            {quantity} × {ticketTypes.find((type) => type.id === ticketTypeId)?.name}
          </span>
          <span className={`${money.wideOnly} ${money.quiet}`}>
            <When at={createdAt} />
          </span>
        </li>
      ))}
    </RowList>
  )
}
