import type { Card } from '@atrium/contracts'
import { useDraggable } from '@dnd-kit/core'
import { memo } from 'react'
import classes from './board.module.css'
import { CardFace, titleOf } from './card-face.tsx'
import { isMovable } from './columns.ts'

/** A card that opens with a click or Enter, and moves by drag or after the space bar with the arrow keys. */
export const MovableCard = memo(function MovableCard({
  card,
  isOpen,
  onOpen,
}: {
  card: Card
  isOpen: boolean
  onOpen: (id: string) => void
}) {
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: card.id,
    data: { card },
    disabled: !isMovable(card),
    attributes: { roleDescription: 'card' },
  })
  const { role: _role, 'aria-disabled': _disabled, 'aria-pressed': _pressed, ...described } = attributes
  return (
    <button
      type="button"
      ref={setNodeRef}
      className={classes.card}
      data-card={card.id}
      data-open={isOpen}
      data-moving={isDragging}
      title={titleOf(card)}
      onClick={() => onOpen(card.id)}
      {...described}
      {...listeners}
    >
      <CardFace card={card} now={new Date()} />
    </button>
  )
})
