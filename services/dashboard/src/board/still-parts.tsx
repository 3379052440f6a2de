import { type Card, cardTitle } from '@atrium/contracts'
import { type ComponentProps, type ComponentType, memo, type ReactNode } from 'react'
import classes from './board.module.css'
import { CardFace } from './card-face.tsx'
import type { Column } from './columns.ts'

export interface CardProps {
  readonly card: Card
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

export interface CardListProps {
  readonly cards: readonly Card[]
  readonly scroll: HTMLDivElement | null
  /** Called with the index of the last rendered card. */
  readonly onReach: (last: number) => void
  readonly children: (card: Card) => ReactNode
}

/** The board's elements. They are replaced once more code has loaded. */
export interface BoardParts {
  readonly List: ComponentType<CardListProps>
  readonly Frame: ComponentType<{ column: Column; children: ReactNode }>
  readonly CardInColumn: ComponentType<CardProps>
}

export const CardButton = ({
  card,
  isOpen,
  onOpen,
  ...rest
}: CardProps & ComponentProps<'button'>) => (
  <button
    type="button"
    className={`plate ${classes.card}`}
    data-card={card.id}
    data-open={isOpen}
    title={cardTitle(card)}
    onClick={() => onOpen(card.id)}
    {...rest}
  >
    <CardFace card={card} now={new Date()} />
  </button>
)

export const estimatedHeight = 76

// This is more than a window shows.
const atFirst = 24

/** The board's elements until the code for drag and drop and for long lists has loaded. */
export const stillParts: BoardParts = {
  List: ({ cards, children }) => (
    <ul
      className={'plain-list'}
      style={{ position: 'relative', minHeight: cards.length * estimatedHeight }}
    >
      {cards.slice(0, atFirst).map((card) => (
        <li key={card.id} style={{ paddingBottom: 8 }}>
          {children(card)}
        </li>
      ))}
    </ul>
  ),
  Frame: ({ column, children }) => (
    <section className={classes.column} aria-label={column.label}>
      {children}
    </section>
  ),
  CardInColumn: memo(CardButton),
}
