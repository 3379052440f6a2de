import { type Happening, removeWaiting, type WaitingEntry } from '@atrium/contracts'
import { ActionIcon } from '@mantine/core'
import { IconHourglass, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import money from '../money/money.module.css'
import { NameCell, RowList } from '../money/row-list.tsx'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useRecords } from '../money/use-place.tsx'
import { atrium } from '../platform/api.ts'
import { Empty } from '../ui/empty.tsx'
import { When } from '../ui/when.tsx'
import { waitingQuery } from './happening-queries.ts'
import classes from './happenings.module.css'
import { useLeavingRows } from './use-leaving-rows.ts'

/** The people who wait for tickets, in their order. */
export function WaitingList({ happening: { id, ticketTypes } }: { happening: Happening }) {
  const isAdmin = useIsAdmin()
  const query = useInfiniteQuery(waitingQuery(id))
  const [entries, place] = useRecords(query, 160)
  const { stays, leaveLater } = useLeavingRows()
  const removeLater = ({ id: entryId, name }: WaitingEntry) =>
    leaveLater(entryId, {
      text: `${name} no longer waits`,
      refused: `${name} still waits`,
      run: () => atrium.call(removeWaiting, { params: { id, entryId } }),
    })
  if (place !== null) return place
  if (entries.length === 0) {
    return (
      <Empty icon={IconHourglass} title="Nobody waits">
        Visitors can wait for tickets that are sold out. A cancelled ticket and more seats go to them first.
      </Empty>
    )
  }
  return (
    <RowList label="Waiting list" ordered query={query}>
      {entries.map((entry, index) =>
        stays(entry) ? (
          <li key={entry.id} className={`${money.row} ${classes.waiting}`}>
            <span className="quiet">{index + 1}</span>
            <NameCell name={entry.name}>{entry.email}</NameCell>
            <span className="quiet clamped" dir="auto">
              {entry.quantity} × {ticketTypes.find((type) => type.id === entry.ticketTypeId)?.name}
            </span>
            <span className="quiet wide-only">
              <When at={entry.createdAt} />
            </span>
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
          </li>
        ) : null,
      )}
    </RowList>
  )
}
