import { type Card, cardTitle } from '@atrium/contracts'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Badge, Box } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import classes from '../board.module.css'
import { changeCardMutation } from '../board-queries.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { RefusedCards } from '../bulk/refused-cards.tsx'
import { useBulk } from '../bulk/use-bulk.ts'
import { loadedCards } from '../shown-cards.ts'
import { BoardColumns, type BoardProps } from './board-columns.tsx'
import { CardFace } from './card-face.tsx'
import { type Column, isInColumn, moveTo } from './columns.ts'
import { SelectionContext } from './selection.ts'
import { useSelection } from './use-selection.ts'

const mostFrames = 60

const cardAt = (selector: string) => document.querySelector<HTMLElement>(selector)

/**
 * Focuses a card again after a key has moved it, once it is drawn. If the user has focused another
 * element, the focus stays there.
 */
function focusMoved(id: string, column: string): void {
  const moved = `[data-card="${CSS.escape(id)}"]`
  let frames = 0
  const look = () => {
    frames += 1
    const { activeElement } = document
    const isLost = activeElement === document.body
    if (!isLost && activeElement?.matches(moved) !== true) return
    const there = `section[aria-label="${CSS.escape(column)}"]`
    const card =
      cardAt(`${there} ${moved}`) ?? (frames < mostFrames ? null : cardAt(`${there} [data-card]`))
    if (card === null && frames < mostFrames) requestAnimationFrame(look)
    else if (activeElement !== card) card?.focus()
  }
  requestAnimationFrame(look)
}

const inset = 24

/** Moves a picked-up card to the next column when the user presses the left or right arrow key. */
const columnCoordinates: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code]
  const { droppableRects, droppableContainers, collisionRect } = context
  if (step === undefined || collisionRect === null) return undefined
  event.preventDefault()
  const columns = [...droppableRects].sort(([, one], [, other]) => one.left - other.left)
  const over = closestCenter({
    active: context.active ?? ({} as never),
    collisionRect,
    droppableRects,
    droppableContainers: droppableContainers.getEnabled(),
    pointerCoordinates: null,
  })[0]?.id
  const target = columns[columns.findIndex(([id]) => id === over) + step]?.[1]
  return target === undefined
    ? currentCoordinates
    : { x: target.left + inset, y: target.top + inset * 3 }
}

const readCard = (
  data: { current?: Record<string, unknown> | undefined } | undefined,
): Card | undefined => data?.current?.['card'] as Card | undefined
const readLabel = (data: { current?: Record<string, unknown> | undefined } | undefined): string =>
  (data?.current?.['column'] as Column | undefined)?.label ?? 'no column'

const announcements = {
  onDragStart: ({ active }: Pick<DragEndEvent, 'active'>) => `Picked up ${readName(active.data)}.`,
  onDragOver: ({ over }: Pick<DragEndEvent, 'over'>) => `Over ${readLabel(over?.data)}.`,
  onDragEnd: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
    `${readName(active.data)} is in ${readLabel(over?.data)}.`,
  onDragCancel: ({ active }: Pick<DragEndEvent, 'active'>) =>
    `${readName(active.data)} stays where it was.`,
}

function readName(data: { current?: Record<string, unknown> | undefined }): string {
  const card = readCard(data)
  return card === undefined ? 'the card' : cardTitle(card)
}

/**
 * Shows the columns with their cards. A user moves one or more cards by pointer, touch or keyboard.
 */
export function Board(props: BoardProps) {
  const [moving, setMoving] = useState<Card>()
  const queryClient = useQueryClient()
  const change = useMutation(changeCardMutation(queryClient))
  const selection = useSelection(props.search)
  const chosen = useSyncExternalStore(selection.subscribe, selection.get)
  const bulk = useBulk()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: columnCoordinates,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
  const { mutate } = change
  const { change: changeAll } = bulk
  const drop = ({ active, over, activatorEvent }: DragEndEvent) => {
    setMoving(undefined)
    const card = readCard(active.data)
    const column = over?.data.current?.['column'] as Column | undefined
    if (card === undefined || column === undefined) return
    if (activatorEvent instanceof KeyboardEvent) focusMoved(card.id, column.label)
    if (selection.get().size > 1 && selection.get().has(card.id)) {
      const cardById = loadedCards(queryClient)
      const cards = [...selection.get()].flatMap((id) => cardById.get(id) ?? [])
      const moved = cards.filter((one) => !isInColumn(column, one))
      if (moved.length > 0) changeAll(moved, moveTo(column, moved), `moved to ${column.label}`)
      return
    }
    if (isInColumn(column, card)) return
    mutate(
      { card, patch: moveTo(column, [card]) },
      { onError: toastRefusal(`${cardTitle(card)} stays`) },
    )
  }
  return (
    <DndContext
      sensors={sensors}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'Enter opens the card. The space bar picks it up; the left and right arrow keys then choose a column, the space bar drops it, Escape takes it back.',
        },
      }}
      onDragStart={({ active }) => setMoving(readCard(active.data))}
      onDragCancel={() => setMoving(undefined)}
      onDragEnd={drop}
    >
      <SelectionContext value={selection}>
        <BoardColumns {...props} isMoving={moving !== undefined} onKey={selection.onKey} />
      </SelectionContext>
      <DragOverlay dropAnimation={null}>
        {moving !== undefined && (
          <Box
            className={`plate ${classes.card}`}
            w="100%"
            style={{ boxShadow: 'var(--mantine-shadow-lg)', cursor: 'grabbing', rotate: '1.5deg' }}
          >
            <CardFace card={moving} now={new Date()} />
            {chosen.size > 1 && chosen.has(moving.id) && (
              <Badge circle size="lg" pos="absolute" top={-8} right={-8}>
                {chosen.size}
              </Badge>
            )}
          </Box>
        )}
      </DragOverlay>
      {(chosen.size > 0 || bulk.progress !== undefined) && (
        <BulkBar selection={selection} bulk={bulk} />
      )}
      {bulk.refusals !== undefined && (
        <RefusedCards refusals={bulk.refusals} onOpen={props.onOpen} onClose={bulk.closeRefusals} />
      )}
    </DndContext>
  )
}
