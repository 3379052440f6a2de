import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFirstContent } from '../platform/first-content.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import classes from './board.module.css'
import type { BoardFilters } from './board-search.ts'
import { flattenCards } from './cards-cache.ts'
import { columnQuery } from './column-query.ts'
import type { Column } from './columns.ts'
import type { BoardParts } from './still-parts.tsx'

/** A column of the board. It loads the next cards before the last loaded ones are visible. */
export function BoardColumn({
  parts: { Frame, List, CardInColumn },
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
  // The element is state, because the list below is mounted before this box exists.
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  const cards = flattenCards(query.data)
  const [last, setLast] = useState(-1)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (last >= cards.length - 10 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, cards.length, hasNextPage, isFetchingNextPage, fetchNextPage])
  const total = query.data?.pages[0]?.total
  return (
    <Frame column={column}>
      <header className={`line ${classes.columnHead}`}>
        <h2 className="small-title">{column.label}</h2>
        <span className={'quiet figures grow'}>{total}</span>
        {onCreate !== undefined && (
          <ActionIcon aria-label={`New card in ${column.label}`} onClick={onCreate}>
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </header>
      <div ref={setScroll} className={`scrolling ${classes.scroll}`}>
        {isPending && <Skeletons count={3} h={66} mb={8} radius="md" />}
        {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && cards.length === 0 && <p className={classes.none}>No cards</p>}
        <List cards={cards} scroll={scroll} onReach={setLast}>
          {(card) => <CardInColumn card={card} isOpen={card.id === openCard} onOpen={onOpen} />}
        </List>
      </div>
    </Frame>
  )
}
