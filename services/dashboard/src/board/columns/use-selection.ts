import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BoardSearch } from '../board-search.ts'
import { flattenCards } from '../cards-cache.ts'
import { columnQuery } from './column-query.ts'
import { createSelection, type Selection } from './selection.ts'
import { columnsOnPage } from './use-columns.ts'

export function useSelection({ q, kind, tag, due, assignee, archived }: BoardSearch): Selection & {
  readonly onKey: (event: React.KeyboardEvent<HTMLElement>) => void
} {
  const queryClient = useQueryClient()
  const [board] = useState(() => {
    let columns: () => { id: string; cards: string[] }[] = () => []
    const selection = createSelection(() => columns().flatMap(({ cards }) => cards))
    const set = (now: typeof columns) => {
      columns = now
    }
    return { selection, read: () => columns(), set }
  })
  const { selection } = board
  useEffect(() => {
    board.set(() =>
      columnsOnPage(queryClient, archived === true).map((column) => ({
        id: column.id,
        cards: flattenCards(
          queryClient.getQueryData(columnQuery(column, { q, kind, tag, due, assignee }).queryKey),
        ).map(({ id }) => id),
      })),
    )
    // Clear the selection, so nobody changes invisible cards by accident.
    return selection.clear
  }, [board, selection, queryClient, q, kind, tag, due, assignee, archived])
  const onKey = (event: React.KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, altKey } = event
    const id = event.target instanceof HTMLElement ? event.target.dataset['card'] : undefined
    if (key === 'Escape') return selection.clear()
    if (id === undefined || altKey) return
    const withControl = event.metaKey || event.ctrlKey
    if (key.toLowerCase() === 'x' && !withControl) {
      if (shiftKey) selection.extendTo(id)
      else selection.toggle(id)
    } else if (key === 'a' && withControl) {
      event.preventDefault()
      selection.add(board.read().find(({ cards }) => cards.includes(id))?.cards ?? [])
    }
  }
  return { ...selection, onKey }
}
