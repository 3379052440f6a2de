import { type Card, cardTitle } from '@atrium/contracts'
import { useDraggable } from '@dnd-kit/core'
import { Checkbox } from '@mantine/core'
import { memo, use, useCallback, useSyncExternalStore } from 'react'
import classes from '../board.module.css'
import { CardFace } from './card-face.tsx'
import { isMovable } from './columns.ts'
import { SelectionContext } from './selection.ts'

interface MovableCardProps {
  readonly card: Card
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

/**
 * A card that moves by drag or keyboard. A user selects it with its box, with the key x, or by a
 * click with Shift or Ctrl.
 */
export const MovableCard = memo(function MovableCard({ card, isOpen, onOpen }: MovableCardProps) {
  const selection = use(SelectionContext)
  const isChosen = useSyncExternalStore(
    selection.subscribe,
    useCallback(() => selection.get().has(card.id), [selection, card.id]),
  )
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: card.id,
    data: { card },
    disabled: !isMovable(card),
    attributes: { roleDescription: 'card' },
  })
  const {
    role: _role,
    'aria-disabled': _disabled,
    'aria-pressed': _pressed,
    ...described
  } = attributes
  const choose = ({ shiftKey }: { shiftKey: boolean }) =>
    shiftKey ? selection.extendTo(card.id) : selection.toggle(card.id)
  return (
    <div className={classes.cardFrame} data-chosen={isChosen}>
      <button
        ref={setNodeRef}
        type="button"
        className={`plate ${classes.card}`}
        data-card={card.id}
        data-open={isOpen}
        data-moving={isDragging}
        title={cardTitle(card)}
        {...described}
        {...listeners}
        onClick={(event) =>
          event.shiftKey || event.metaKey || event.ctrlKey ? choose(event) : onOpen(card.id)
        }
      >
        <CardFace card={card} now={new Date()} />
      </button>
      <label className={classes.pick}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${cardTitle(card)}`}
          checked={isChosen}
          onChange={() => undefined}
          onClick={choose}
        />
        <Checkbox.Indicator
          size="xs"
          checked={isChosen}
          aria-hidden
          style={{ pointerEvents: 'none' }}
        />
      </label>
    </div>
  )
})
