import type { Card } from '@atrium/contracts'
import { type ComponentProps, type ComponentType, memo, type ReactNode } from 'react'
import classes from './board.module.css'
import { CardFace } from './card-face.tsx'
import { titleOf } from './card-title.ts'
import type { Column } from './columns.ts'

/** A card in a column. */
export interface CardProps {
  readonly card: Card
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

/** The elements of the board that drag and drop extends. */
export interface BoardParts {
  readonly Frame: ComponentType<{ column: Column; children: ReactNode }>
  readonly CardInColumn: ComponentType<CardProps>
}

/** The button of a card. */
export const CardButton = ({ card, isOpen, onOpen, ...rest }: CardProps & ComponentProps<'button'>) => (
  <button
    type="button"
    className={classes.card}
    data-card={card.id}
    data-open={isOpen}
    title={titleOf(card)}
    onClick={() => onOpen(card.id)}
    {...rest}
  >
    <CardFace card={card} now={new Date()} />
  </button>
)

/** The board before the code of drag and drop has arrived. */
export const stillParts: BoardParts = {
  Frame: ({ column, children }) => (
    <section className={classes.column} aria-label={column.label}>
      {children}
    </section>
  ),
  CardInColumn: memo(CardButton),
}
