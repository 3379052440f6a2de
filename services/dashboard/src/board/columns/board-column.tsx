import type { Card } from '@atrium/contracts'
import { useDroppable } from '@dnd-kit/core'
import { ActionIcon, Box } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useState } from 'react'
import { useStanding } from '../../platform/records/queries.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { Skeletons } from '../../ui/page/skeletons.tsx'
import { formatTotal } from '../../ui/text/format-total.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import classes from '../board.module.css'
import type { BoardFilters } from '../board-search.ts'
import { flattenCards } from '../cards-cache.ts'
import { columnQuery } from './column-query.ts'
import type { Column } from './columns.ts'
import { MovableCard } from './movable-card.tsx'

const estimatedHeight = 76

/** A column of the board. It loads the next cards before the last loaded ones are visible. */
export function BoardColumn({
  column,
  filters,
  openCard,
  onOpen,
  onCreate,
}: {
  column: Column
  filters: BoardFilters
  openCard: string | undefined
  onOpen: (id: string) => void
  onCreate: (() => void) | undefined
}) {
  const query = useInfiniteQuery(columnQuery(column, filters))
  const { error, isPending } = useStanding(query)
  // The element is state, because the list below is mounted before this box exists.
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  const cards = flattenCards(query.data)
  const [last, setLast] = useState(-1)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (last >= cards.length - 10 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, cards.length, hasNextPage, isFetchingNextPage, fetchNextPage])
  const { setNodeRef, isOver } = useDroppable({ id: column.id, data: { column } })
  const total = query.data?.pages[0]?.total
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-over={isOver}
      aria-label={column.label}
    >
      <Box className="line firm" component="header" h={44} p="0 8px 0 14px">
        <h2 className="small-title">{column.label}</h2>
        <span className={'quiet figures grow'}>{total !== undefined && formatTotal(total)}</span>
        {onCreate !== undefined && (
          <ActionIcon aria-label={`New card in ${column.label}`} onClick={onCreate}>
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </Box>
      <div ref={setScroll} className={`scrolling ${classes.scroll}`}>
        {isPending && <Skeletons count={3} h={66} mb={8} radius="md" />}
        {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && cards.length === 0 && (
          <p className={`muted ${classes.none}`}>No cards</p>
        )}
        <VirtualList cards={cards} scroll={scroll} onReach={setLast}>
          {(card) => <MovableCard card={card} isOpen={card.id === openCard} onOpen={onOpen} />}
        </VirtualList>
      </div>
    </section>
  )
}

interface VirtualListProps {
  readonly cards: readonly Card[]
  readonly scroll: HTMLDivElement | null
  /** Called with the index of the last rendered card. */
  readonly onReach: (last: number) => void
  readonly children: (card: Card) => ReactNode
}

function VirtualList({ cards, scroll, onReach, children }: VirtualListProps) {
  const rows = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroll,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: 6,
  })
  const last = rows.getVirtualItems().at(-1)?.index ?? -1
  useEffect(() => onReach(last), [last, onReach])
  return (
    <VirtualRows rows={rows} items={cards} gap={8}>
      {children}
    </VirtualRows>
  )
}
