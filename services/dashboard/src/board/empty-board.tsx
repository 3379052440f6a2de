import { Button } from '@mantine/core'
import { IconLayoutKanban } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyNote } from '../ui/empty-note.tsx'
import { type BoardSearch, viewOf } from './board-search.ts'
import { columnQuery } from './column-query.ts'
import { type Column, columnOf } from './columns.ts'

const [todo, doing, done, failed] = [
  columnOf('todo'),
  columnOf('doing'),
  columnOf('done'),
  columnOf('failed'),
]

/** Whether a column has no card; false until it is known. */
const useIsEmpty = (column: Column, search: BoardSearch): boolean =>
  useInfiniteQuery(columnQuery(column, search)).data?.pages[0]?.total === 0

/** The first step on a board without cards, and the way out of filters that no card fits. */
export function EmptyBoard({
  search,
  onCreate,
  onClear,
}: {
  search: BoardSearch
  onCreate: () => void
  onClear: () => void
}) {
  const empty = [
    useIsEmpty(todo, search),
    useIsEmpty(doing, search),
    useIsEmpty(done, search),
    useIsEmpty(failed, search),
  ]
  if (empty.includes(false) || search.archived === true) return null
  const isFiltered = Object.keys(viewOf(search)).length > 0
  return (
    <EmptyNote
      icon={IconLayoutKanban}
      heading="h2"
      title={isFiltered ? 'No card fits the search' : 'Nothing is here yet'}
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
        ? 'Other words or filters may find some.'
        : 'Cards are tasks, links to read and contacts to keep. Requests of visitors and posts come here by themselves.'}
    </EmptyNote>
  )
}
