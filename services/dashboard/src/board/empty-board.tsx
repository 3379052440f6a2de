import { defaultColumns } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { IconLayoutKanban } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyNote } from '../ui/page/empty-note.tsx'
import { type BoardSearch, toView } from './board-search.ts'
import { columnQuery } from './columns/column-query.ts'
import { toColumns } from './columns/columns.ts'

const [todo, doing, done, failed] = toColumns(defaultColumns, false)

/** Returns the number of cards with a status. Undefined until it has loaded. */
const useTotal = (column: typeof todo, search: BoardSearch): number | undefined =>
  useInfiniteQuery({
    ...columnQuery(
      column ?? { id: '', label: '', status: 'todo', statuses: [], others: [] },
      search,
    ),
    enabled: column !== undefined,
  }).data?.pages[0]?.total

interface EmptyBoardProps {
  readonly search: BoardSearch
  readonly onCreate: () => void
  readonly onClear: () => void
}

/**
 * Shows the first step if the board has no cards, or a button that clears the filters if no card
 * matches.
 */
export function EmptyBoard({ search, onCreate, onClear }: EmptyBoardProps) {
  const work = [useTotal(todo, search), useTotal(doing, search), useTotal(done, search)]
  const totals = [...work, useTotal(failed, search)]
  if (totals.some((total) => total !== 0) || search.archived === true) return null
  const isFiltered = Object.keys(toView(search)).length > 0
  return (
    <EmptyNote
      icon={IconLayoutKanban}
      heading="h2"
      title={isFiltered ? 'No card matches' : 'Nothing is here yet'}
      action={
        isFiltered ? (
          <Button variant="default" onClick={onClear}>
            Show all cards
          </Button>
        ) : (
          <Button onClick={onCreate}>Add the first one</Button>
        )
      }
    >
      {isFiltered
        ? 'Try other words or filters.'
        : 'Keep tasks, links and contacts as cards. Requests from visitors and your posts appear here automatically.'}
    </EmptyNote>
  )
}
