import type { Happening } from '@atrium/contracts'
import { Button, Skeleton } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import money from '../money/money.module.css'
import { NameCell, RowList } from '../money/row-list.tsx'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useMoney } from '../money/use-money.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import { happeningsQuery } from './happening-queries.ts'
import classes from './happenings.module.css'
import { PublishedBadge } from './published-badge.tsx'

/** The happenings of an organisation, or those that a text finds. */
export function HappeningList({ q, onCreate }: { q: string; onCreate: () => void }) {
  const query = useInfiniteQuery({ ...happeningsQuery(q), placeholderData: keepPreviousData })
  const { error, isPending } = useStanding(query)
  const isAdmin = useIsAdmin()
  useFirstContent(!isPending)
  const happenings = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (isPending) return <Skeleton h={240} radius="lg" />
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />
  if (happenings.length === 0) {
    return q === '' ? (
      <Empty
        icon={IconTicket}
        title="No happening yet"
        action={isAdmin && <Button onClick={onCreate}>Add the first happening</Button>}
      >
        A happening has a public page where visitors order free tickets. You check them in at the entrance
        with a phone.
      </Empty>
    ) : (
      <Empty icon={IconTicket} title="No happening matches">
        The search looks at titles and places.
      </Empty>
    )
  }
  return (
    <RowList label="Happenings" query={query}>
      {happenings.map((happening) => (
        <Row key={happening.id} happening={happening} />
      ))}
    </RowList>
  )
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function Row({
  happening: { id, title, startsAt, place, published, ticketTypes },
}: {
  happening: Happening
}) {
  const { localDay } = useMoney()
  const sold = sum(ticketTypes.map((type) => type.sold))
  const capacity = sum(ticketTypes.map((type) => type.capacity))
  return (
    <li>
      <Link to="/happenings/{-$id}" params={{ id }} data-row className={`${money.row} ${classes.happening}`}>
        <NameCell name={title}>{localDay(startsAt)}</NameCell>
        <span className={`${money.wideOnly} ${money.clamped}`} dir="auto">
          {place}
        </span>
        <span className={classes.published}>
          <PublishedBadge published={published} />
        </span>
        <span className={`${money.figure} ${classes.sold}`}>
          {sold.toLocaleString()} of {capacity.toLocaleString()} sold
        </span>
      </Link>
    </li>
  )
}
