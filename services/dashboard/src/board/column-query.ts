import { listCards } from '@atrium/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import type { BoardFilters, DueRange } from './board-search.ts'
import type { Column } from './columns.ts'

const pageSize = 100
const weekMs = 7 * 86_400_000

const columnKey = (column: Column, filters: BoardFilters) =>
  ['cards', 'column', column.id, column.statuses, filters] as const

function dueQuery(due: DueRange): { dueAfter?: string; dueBefore: string } {
  const now = Date.now()
  if (due === 'overdue') return { dueBefore: new Date(now).toISOString() }
  return { dueAfter: new Date(now).toISOString(), dueBefore: new Date(now + weekMs).toISOString() }
}

/** The cards of one column, latest change first. */
export const columnQuery = (column: Column, { q, kind, tag, due }: BoardFilters) =>
  infiniteQueryOptions({
    queryKey: columnKey(column, { q, kind, tag, due }),
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listCards,
        {
          query: {
            ...{ status: [...column.statuses], sortBy: 'updatedAt', limit: pageSize, offset: pageParam },
            ...(q === undefined ? {} : { q }),
            ...(kind === undefined ? {} : { kind }),
            ...(tag === undefined ? {} : { tag }),
            ...(due === undefined ? {} : dueQuery(due)),
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => {
      const next = last.offset + last.items.length
      return last.items.length > 0 && next < last.total ? next : undefined
    },
  })
