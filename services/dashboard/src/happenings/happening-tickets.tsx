import type { Happening } from '@atrium/contracts'
import { SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import money from '../money/money.module.css'
import { apiOrigin } from '../platform/page-facts.ts'
import { Inventory } from './inventory.tsx'
import { TicketList } from './ticket-list.tsx'
import { WaitingList } from './waiting-list.tsx'

/** The inventory of a happening, and its tickets or its waiting list. */
export function HappeningTickets({
  happening,
  q,
  part,
  onShow,
}: {
  happening: Happening
  q: string
  part: 'tickets' | 'waiting'
  onShow: (search: { q?: string; part?: 'waiting' }) => void
}) {
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
        <a
          href={`${apiOrigin}/api/happenings/${id}/tickets.csv`}
          download={`${happening.slug}.csv`}
          className="link"
        >
          <IconDownload size={14} aria-hidden /> Export the tickets as CSV
        </a>
      </div>
      {part === 'waiting' ? (
        <WaitingList happening={happening} />
      ) : (
        <TicketList id={id} q={q} onSearch={(text) => onShow(text === '' ? {} : { q: text })} />
      )}
    </>
  )
}
