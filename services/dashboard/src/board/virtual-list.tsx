import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import classes from './board.module.css'
import { type CardListProps, estimatedHeight } from './still-parts.tsx'

export function VirtualList({ cards, scroll, onReach, children }: CardListProps) {
  const rows = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroll,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: 6,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  useEffect(() => onReach(last), [last, onReach])
  return (
    <ul className={'plain-list'} style={{ position: 'relative', height: rows.getTotalSize() }}>
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
            {children(card)}
          </li>
        )
      })}
    </ul>
  )
}
