import { ActionIcon, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useFirstContent } from '../platform/first-content.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Problem } from '../ui/problem.tsx'
import classes from './board.module.css'
import type { BoardFilters } from './board-search.ts'
import { cardsOf } from './cards-cache.ts'
import { columnQuery } from './column-query.ts'
import type { Column } from './columns.ts'
import type { BoardParts } from './still-parts.tsx'

const estimatedHeight = 76
const skeletons = ['a', 'b', 'c']

/** One column of the board; only the cards in sight are in the page. */
export function BoardColumn({
  parts: { Frame, CardInColumn },
  column,
  filters,
  openCard,
  onOpen,
  onCreate,
}: {
  parts: BoardParts
  column: Column
  filters: BoardFilters
  openCard: string | undefined
  onOpen: (id: string) => void
  onCreate: (() => void) | undefined
}) {
  const query = useInfiniteQuery(columnQuery(column, filters))
  const { error, isPending } = useStanding(query)
  useFirstContent(!isPending)
  const scroll = useRef<HTMLDivElement>(null)
  const cards = cardsOf(query.data)
  const rows = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: 6,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (last >= cards.length - 10 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, cards.length, hasNextPage, isFetchingNextPage, fetchNextPage])
  const total = query.data?.pages[0]?.total
  return (
    <Frame column={column}>
      <header className={classes.columnHead}>
        <h2 className={classes.columnName}>{column.label}</h2>
        <span className={classes.count}>{total}</span>
        {onCreate !== undefined && (
          <ActionIcon aria-label={`New card in ${column.label}`} onClick={onCreate}>
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </header>
      <div ref={scroll} className={classes.scroll}>
        {isPending && skeletons.map((key) => <Skeleton key={key} h={66} mb={8} radius="md" />)}
        {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && cards.length === 0 && <p className={classes.none}>No cards</p>}
        <ul className={classes.list} style={{ height: rows.getTotalSize() }}>
          {shown.map((row) => {
            const card = cards[row.index]
            if (card === undefined) return null
            return (
              <li
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                className={classes.row}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <CardInColumn card={card} isOpen={card.id === openCard} onOpen={onOpen} />
              </li>
            )
          })}
        </ul>
      </div>
    </Frame>
  )
}
