import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import { VirtualRows } from '../ui/virtual-rows.tsx'
import { type CardListProps, estimatedHeight } from './still-parts.tsx'

export function VirtualList({ cards, scroll, onReach, children }: CardListProps) {
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
