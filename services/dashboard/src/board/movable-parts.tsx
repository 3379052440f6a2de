import { cardTitle } from '@atrium/contracts'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { IconCheck } from '@tabler/icons-react'
import { memo, use, useCallback, useSyncExternalStore } from 'react'
import classes from './board.module.css'
import { isMovable } from './columns.ts'
import { SelectionContext } from './selection.ts'
import { type BoardParts, CardButton, type CardProps } from './still-parts.tsx'
import { VirtualList } from './virtual-list.tsx'

const DropColumn: BoardParts['Frame'] = ({ column, children }) => {
  const { setNodeRef, isOver } = useDroppable({ id: column.id, data: { column } })
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-over={isOver}
      aria-label={column.label}
    >
      {children}
    </section>
  )
}

/**
 * A card that moves by drag or keyboard. A user selects it with its box, with the key x, or by a
 * click with Shift or Ctrl.
 */
const MovableCard = memo(function MovableCard(props: CardProps) {
  const { card, onOpen } = props
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
      <CardButton
        ref={setNodeRef}
        data-moving={isDragging}
        {...props}
        {...described}
        {...listeners}
        onClick={(event) =>
          event.shiftKey || event.metaKey || event.ctrlKey ? choose(event) : onOpen(card.id)
        }
      />
      <label className={classes.pick}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${cardTitle(card)}`}
          checked={isChosen}
          onChange={() => undefined}
          onClick={choose}
        />
        <span className={classes.box} aria-hidden>
          {isChosen && <IconCheck size={12} stroke={3} />}
        </span>
      </label>
    </div>
  )
})

export const movableParts: BoardParts = {
  List: VirtualList,
  Frame: DropColumn,
  CardInColumn: MovableCard,
}
