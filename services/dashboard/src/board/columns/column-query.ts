import { listCards } from '@atrium/contracts'
import { atrium } from '../../platform/connection/api.ts'
import { offsetPages } from '../../platform/records/queries.ts'
import type { BoardFilters, DueRange } from '../board-search.ts'
import type { Column } from './columns.ts'

const pageSize = 100
const weekMs = 7 * 86_400_000

function dueQuery(due: DueRange): { dueAfter?: string; dueBefore: string } {
  const now = Date.now()
  if (due === 'overdue') return { dueBefore: new Date(now).toISOString() }
  return { dueAfter: new Date(now).toISOString(), dueBefore: new Date(now + weekMs).toISOString() }
}

export const columnQuery = (column: Column, { q, kind, tag, due, assignee }: BoardFilters) =>
  offsetPages(
    ['cards', 'column', column.id, column, { q, kind, tag, due, assignee }],
    (page, options) => {
      // The only column of its statuses needs no look at the cards' columns.
      const place =
        column.others?.length === 0 ? { status: [...column.statuses] } : { columnId: column.id }
      const range = due === undefined ? {} : dueQuery(due)
      const chosen = { q, kind, tag, assignee, ...range, ...place }
      return atrium.call(listCards, { query: { ...page, ...chosen, sortBy: 'updatedAt' } }, options)
    },
    pageSize,
  )
