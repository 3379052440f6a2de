import { cancelTicket, groupedCode, type Ticket } from '@atrium/contracts'
import { ActionIcon } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconTicket, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import money from '../money/money.module.css'
import { NameCell, RowList } from '../money/row-list.tsx'
import { SearchField } from '../money/search-field.tsx'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useRecords } from '../money/use-place.tsx'
import { atrium } from '../platform/api.ts'
import { Empty } from '../ui/empty.tsx'
import { StateBadge } from '../ui/status-badge.tsx'
import { ticketsQuery } from './happening-queries.ts'
import classes from './happenings.module.css'
import { useLeavingRows } from './use-leaving-rows.ts'

/** The tickets of a happening; a text finds names, addresses and codes. */
export function TicketList({ id, q, onSearch }: { id: string; q: string; onSearch: (q: string) => void }) {
  const query = useInfiniteQuery({ ...ticketsQuery(id, q), placeholderData: keepPreviousData })
  const [ordered, place] = useRecords(query, 160)
  const { stays, leaveLater } = useLeavingRows()
  const tickets = ordered.filter(stays)
  const cancelLater = (ticket: Ticket) =>
    leaveLater(ticket.id, {
      text: `The ticket of ${ticket.name} is cancelled`,
      refused: `The ticket of ${ticket.name} stays`,
      run: () => atrium.call(cancelTicket, { params: { id, ticketId: ticket.id } }),
    })
  if (place !== null) return place
  return (
    <>
      <div className={money.filters}>
        <SearchField
          label="Search names, addresses and codes"
          className={money.grow}
          value={q}
          onChange={onSearch}
        />
      </div>
      {tickets.length === 0 ? (
        <Empty icon={IconTicket} title={q === '' ? 'No ticket is ordered yet' : 'No ticket matches'}>
          {q === ''
            ? 'Visitors order on the public page.'
            : 'The search looks at names, addresses and codes.'}
        </Empty>
      ) : (
        <RowList label="Tickets" query={query}>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} onCancel={() => cancelLater(ticket)} />
          ))}
        </RowList>
      )}
    </>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })

function TicketRow({ ticket, onCancel }: { ticket: Ticket; onCancel: () => void }) {
  const isAdmin = useIsAdmin()
  const { name, email, ticketType, code, checkedInAt } = ticket
  return (
    <li className={`${money.row} ${classes.ticket}`}>
      <NameCell name={name}>{email}</NameCell>
      <span className="quiet clamped wide-only" dir="auto">
        {ticketType}
      </span>
      <span className={`wide-only ${classes.code}`}>{groupedCode(code)}</span>
      {checkedInAt === null ? (
        <StateBadge label="Not used" icon={IconCircleDashed} tone="quiet" />
      ) : (
        <StateBadge label={clock.format(new Date(checkedInAt))} icon={IconCircleCheck} tone="good" />
      )}
      {isAdmin && checkedInAt === null ? (
        <ActionIcon variant="subtle" aria-label={`Cancel the ticket of ${name}`} onClick={onCancel}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <span />
      )}
    </li>
  )
}
