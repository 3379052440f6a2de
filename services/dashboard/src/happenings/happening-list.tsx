import { Button } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { FigureCell, NameCell, RowLink, StateCell, WideCell } from '../ui/records/rows.tsx'
import { happeningsQuery } from './happening-queries.ts'
import { PublishedBadge } from './published-badge.tsx'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Lists all happenings, or the search results for `q`. */
export function HappeningList({ q, onCreate }: { q: string; onCreate: () => void }) {
  const query = useInfiniteQuery({ ...happeningsQuery(q), placeholderData: keepPreviousData })
  const isAdmin = useIsAdmin()
  const { localDay } = useMoney()
  const none = (
    <Empty
      icon={IconTicket}
      title="No events yet"
      action={isAdmin && <Button onClick={onCreate}>Add the first event</Button>}
    >
      Each event has a public page where visitors order tickets. You check them in at the entrance
      with a phone.
    </Empty>
  )
  const noMatch = (
    <Empty icon={IconTicket} title="No event matches">
      The search looks at titles and places.
    </Empty>
  )
  return (
    <RecordList
      label="Events"
      query={query}
      height={240}
      empty={q === '' ? none : noMatch}
      columns="minmax(0, 1fr) 200px 120px minmax(110px, auto)"
      row={({ id, title, startsAt, place, published, ticketTypes }) => (
        <RowLink key={id} list="/events/{-$id}" id={id}>
          <NameCell name={title}>{localDay(startsAt)}</NameCell>
          <WideCell>{place}</WideCell>
          <StateCell>
            <PublishedBadge published={published} />
          </StateCell>
          <FigureCell>
            {sum(ticketTypes.map(({ sold }) => sold)).toLocaleString()} of{' '}
            {sum(ticketTypes.map(({ capacity }) => capacity)).toLocaleString()} sold
          </FigureCell>
        </RowLink>
      )}
    />
  )
}
