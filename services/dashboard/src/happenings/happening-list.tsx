import { Button } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { NameCell, RowLink, RowList, useRecords } from '../money/records/records.tsx'
import classes from '../money/records/rows.module.css'
import { Empty } from '../ui/page/empty.tsx'
import { happeningsQuery } from './happening-queries.ts'
import { PublishedBadge } from './published-badge.tsx'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Lists all happenings, or the search results for `q`. */
export function HappeningList({ q, onCreate }: { q: string; onCreate: () => void }) {
  const query = useInfiniteQuery({ ...happeningsQuery(q), placeholderData: keepPreviousData })
  const [happenings, place] = useRecords(query, 240)
  const isAdmin = useIsAdmin()
  const { localDay } = useMoney()
  if (place !== null) return place
  if (happenings.length === 0) {
    return q === '' ? (
      <Empty
        icon={IconTicket}
        title="No events yet"
        action={isAdmin && <Button onClick={onCreate}>Add the first event</Button>}
      >
        Each event has a public page where visitors order tickets. You check them in at the entrance
        with a phone.
      </Empty>
    ) : (
      <Empty icon={IconTicket} title="No event matches">
        The search looks at titles and places.
      </Empty>
    )
  }
  return (
    <RowList label="Events" query={query}>
      {happenings.map(({ id, title, startsAt, place: where, published, ticketTypes }) => (
        <RowLink key={id} list="/events/{-$id}" id={id} columns="happening">
          <NameCell name={title}>{localDay(startsAt)}</NameCell>
          <span className="quiet clamped wide-only" dir="auto">
            {where}
          </span>
          <span className={classes.lower}>
            <PublishedBadge published={published} />
          </span>
          <span className={`${money.figure} ${classes.upper}`}>
            {sum(ticketTypes.map(({ sold }) => sold)).toLocaleString()} of{' '}
            {sum(ticketTypes.map(({ capacity }) => capacity)).toLocaleString()} sold
          </span>
        </RowLink>
      ))}
    </RowList>
  )
}
