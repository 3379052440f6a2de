import { useDraggable, useDroppable } from '@dnd-kit/core'
import { memo } from 'react'
import classes from './board.module.css'
import { isMovable } from './columns.ts'
import { type BoardParts, CardButton, type CardProps } from './still-parts.tsx'

const DropColumn: BoardParts['Frame'] = ({ column, children }) => {
  const { setNodeRef, isOver } = useDroppable({ id: column.id, data: { column } })
  return (
    <section ref={setNodeRef} className={classes.column} data-over={isOver} aria-label={column.label}>
      {children}
    </section>
  )
}

/** A card that opens with a click or Enter, and moves by drag or after the space bar with the arrow keys. */
const MovableCard = memo(function MovableCard(props: CardProps) {
  const { card } = props
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: card.id,
    data: { card },
    disabled: !isMovable(card),
    attributes: { roleDescription: 'card' },
  })
  const { role: _role, 'aria-disabled': _disabled, 'aria-pressed': _pressed, ...described } = attributes
  return <CardButton ref={setNodeRef} data-moving={isDragging} {...props} {...described} {...listeners} />
})

/** The elements of the board that move. */
export const movableParts: BoardParts = { Frame: DropColumn, CardInColumn: MovableCard }
