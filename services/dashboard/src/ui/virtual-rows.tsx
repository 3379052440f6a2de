import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'

interface VirtualRowsProps<T> {
  readonly rows: Virtualizer<HTMLDivElement, Element>
  readonly items: readonly T[]
  /** The gap below each row in pixels. It is part of the row's height. */
  readonly gap?: number
  readonly maxWidth?: number
  readonly children: (item: T) => ReactNode
}

export const VirtualRows = <T,>({
  rows,
  items,
  gap = 0,
  maxWidth,
  children,
}: VirtualRowsProps<T>) => (
  <ul
    className="plain-list"
    style={{ position: 'relative', maxWidth, height: rows.getTotalSize() }}
  >
    {rows.getVirtualItems().map(({ index, key, start }) => {
      const item = items[index]
      const place = { position: 'absolute', inset: '0 0 auto', paddingBottom: gap } as const
      return (
        item !== undefined && (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            style={{ ...place, transform: `translateY(${start}px)` }}
          >
            {children(item)}
          </li>
        )
      )
    })}
  </ul>
)
