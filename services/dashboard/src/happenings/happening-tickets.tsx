import {
  cancelTicket,
  groupedCode,
  type Happening,
  removeWaiting,
  type Ticket,
  type WaitingEntry,
} from '@atrium/contracts'
import { ActionIcon, Box, Group, Progress, SegmentedControl, Stack } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconDownload,
  IconHourglass,
  IconPrinter,
  IconTicket,
  IconTrash,
} from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { SearchField } from '../money/records/search-field.tsx'
import { atrium } from '../platform/connection/api.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { leaving } from '../ui/feedback/leaving.ts'
import { runAfterUndo } from '../ui/feedback/run-after-undo.ts'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { NameCell, PlainRow, WideCell } from '../ui/records/rows.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { When } from '../ui/when.tsx'
import { admittedQuery, ticketsQuery, waitingQuery } from './happening-queries.ts'

/** The tickets selected by the URL, and a way to change the selection. */
export interface ShownTickets {
  readonly q: string
  readonly part: 'tickets' | 'waiting'
  readonly onShow: (search: { q?: string; part?: 'waiting' }) => void
}

export function HappeningTickets({
  happening,
  q,
  part,
  onShow,
}: ShownTickets & { happening: Happening }) {
  const { id } = happening
  return (
    <>
      <Inventory happening={happening} />
      <div className={`wrapped ${money.headRow}`}>
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: 'tickets', label: 'Tickets' },
            { value: 'waiting', label: 'Waiting list' },
          ]}
          value={part}
          onChange={(value) => onShow(value === 'waiting' ? { part: 'waiting' } : {})}
        />
        <Group gap="4px 16px">
          <a
            href={`${apiOrigin}/api/happenings/${id}/tickets.csv`}
            download={`${happening.slug}.csv`}
            className="link"
          >
            <IconDownload size={14} aria-hidden /> Export as CSV
          </a>
          <a
            href={`${apiOrigin}/api/happenings/${id}/door-list`}
            target="_blank"
            rel="noreferrer"
            className="link"
          >
            <IconPrinter size={14} aria-hidden /> Print the guest list
          </a>
        </Group>
      </div>
      {part === 'waiting' ? (
        <WaitingList happening={happening} />
      ) : (
        <TicketList id={id} q={q} onSearch={(text) => onShow(text === '' ? {} : { q: text })} />
      )}
    </>
  )
}

/** Shows how many tickets of each type are sold and how many holders are checked in. */
function Inventory({ happening: { id, ticketTypes } }: { happening: Happening }) {
  const { amount } = useMoney()
  const admitted = useQuery(admittedQuery(id)).data
  if (ticketTypes.length === 0) {
    return (
      <p className="quiet" style={{ marginBlock: '1em' }}>
        This event has no tickets. Edit the event to add a ticket type.
      </p>
    )
  }
  return (
    <>
      <div className={`wrapped ${money.headRow}`}>
        <h2 className={money.heading}>Ticket types</h2>
        <span className="quiet">{admitted === undefined ? '' : `${admitted} admitted`}</span>
      </div>
      <ul className="card" aria-label="Ticket types">
        {ticketTypes.map(
          ({ id: typeId, name, sold, held, capacity, priceCents, currency, offerId }) => (
            <Stack key={typeId} component="li" gap={6} p="12px 16px" miw={0}>
              <Group gap="2px 12px" align="baseline" justify="space-between">
                <span className="strong clamped" dir="auto">
                  {name}
                </span>
                <span className="quiet">
                  {priceCents > 0 &&
                    `${amount(priceCents, currency)}, ${offerId === null ? 'not sold here' : 'paid online'} · `}
                  {sold.toLocaleString()} of {capacity.toLocaleString()} sold
                  {held > 0 && `, ${held.toLocaleString()} held`}
                  {sold >= capacity && capacity > 0 && ', sold out'}
                </span>
              </Group>
              <Progress
                value={capacity === 0 ? 100 : (sold / capacity) * 100}
                aria-label={`Sold: ${name}`}
              />
            </Stack>
          ),
        )}
      </ul>
    </>
  )
}

/** Hides a row at once, and deletes it on the platform when the undo time has passed. */
function useLeaveLater() {
  const queryClient = useQueryClient()
  return (id: string, step: Omit<Parameters<typeof runAfterUndo>[0], 'settled'>): void => {
    leaving.add(id)
    runAfterUndo({
      ...step,
      settled: () =>
        void queryClient
          .invalidateQueries({ queryKey: ['happenings'] })
          .then(() => leaving.delete(id)),
    })
  }
}

/** Lists the tickets of a happening. The search covers names, email addresses and codes. */
function TicketList({ id, q, onSearch }: { id: string; q: string; onSearch: (q: string) => void }) {
  const query = useInfiniteQuery({ ...ticketsQuery(id, q), placeholderData: keepPreviousData })
  const leaveLater = useLeaveLater()
  const cancelLater = (ticket: Ticket) =>
    leaveLater(ticket.id, {
      text: `The ticket of ${ticket.name} is cancelled`,
      refused: `The ticket of ${ticket.name} stays`,
      run: () => atrium.call(cancelTicket, { params: { id, ticketId: ticket.id } }),
    })
  return (
    <>
      <div className={`wrapped ${money.filters}`}>
        <SearchField label="Search names, addresses and codes" value={q} onChange={onSearch} />
      </div>
      <RecordList
        label="Tickets"
        query={query}
        height={160}
        empty={
          <Empty
            icon={IconTicket}
            title={q === '' ? 'No tickets ordered yet' : 'No ticket matches'}
          >
            {q === ''
              ? 'Visitors order on the public page.'
              : 'The search looks at names, addresses and codes.'}
          </Empty>
        }
        columns="minmax(0, 1fr) 150px 190px 150px 28px"
        narrowColumns="minmax(0, 1fr) auto auto"
        row={(ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} onCancel={() => cancelLater(ticket)} />
        )}
      />
    </>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })

function TicketRow({ ticket, onCancel }: { ticket: Ticket; onCancel: () => void }) {
  const isAdmin = useIsAdmin()
  const { name, email, ticketType, code, checkedInAt } = ticket
  return (
    <PlainRow>
      <NameCell name={name}>{email}</NameCell>
      <span className="quiet clamped wide-only" dir="auto">
        {ticketType}
      </span>
      <Box
        component="span"
        visibleFrom="sm"
        ff="monospace"
        fz={13}
        style={{ whiteSpace: 'nowrap' }}
      >
        {groupedCode(code)}
      </Box>
      <StateBadge
        look={
          checkedInAt === null
            ? ['Not used', IconCircleDashed, 'quiet']
            : [clock.format(new Date(checkedInAt)), IconCircleCheck, 'good']
        }
      />
      {isAdmin && checkedInAt === null ? (
        <ActionIcon variant="subtle" aria-label={`Cancel the ticket of ${name}`} onClick={onCancel}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <span />
      )}
    </PlainRow>
  )
}

/** Lists the people who wait for tickets, first in line first. */
function WaitingList({ happening: { id, ticketTypes } }: { happening: Happening }) {
  const isAdmin = useIsAdmin()
  const query = useInfiniteQuery(waitingQuery(id))
  const leaveLater = useLeaveLater()
  const removeLater = ({ id: entryId, name }: WaitingEntry) =>
    leaveLater(entryId, {
      text: `${name} no longer waits`,
      refused: `${name} still waits`,
      run: () => atrium.call(removeWaiting, { params: { id, entryId } }),
    })
  return (
    <RecordList
      label="Waiting list"
      ordered
      query={query}
      height={160}
      empty={
        <Empty icon={IconHourglass} title="Nobody is waiting">
          Visitors can join the waiting list when tickets are sold out. They are first when seats
          become available.
        </Empty>
      }
      columns="32px minmax(0, 1fr) 150px 110px 32px"
      narrowColumns="24px minmax(0, 1fr) auto 32px"
      row={(entry, index) => (
        <PlainRow key={entry.id}>
          <span className="quiet">{index + 1}</span>
          <NameCell name={entry.name}>{entry.email}</NameCell>
          <span className="quiet clamped" dir="auto">
            {entry.quantity} × {ticketTypes.find((type) => type.id === entry.ticketTypeId)?.name}
          </span>
          <WideCell>
            <When at={entry.createdAt} />
          </WideCell>
          {isAdmin ? (
            <ActionIcon
              variant="subtle"
              aria-label={`Take ${entry.name} off the waiting list`}
              onClick={() => removeLater(entry)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          ) : (
            <span />
          )}
        </PlainRow>
      )}
    />
  )
}
