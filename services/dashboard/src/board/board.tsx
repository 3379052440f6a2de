import type { Card } from '@atrium/contracts'
import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { detailOf } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'
import classes from './board.module.css'
import { BoardColumns, type BoardProps } from './board-columns.tsx'
import { changeCardMutation } from './board-queries.ts'
import { CardFace, titleOf } from './card-face.tsx'
import { type Column, columnOf } from './columns.ts'
import { columnCoordinates } from './keyboard-coordinates.ts'
import { movableParts } from './movable-parts.tsx'

const cardOf = (data: { current?: Record<string, unknown> | undefined } | undefined): Card | undefined =>
  data?.current?.['card'] as Card | undefined
const labelOf = (data: { current?: Record<string, unknown> | undefined } | undefined): string =>
  (data?.current?.['column'] as Column | undefined)?.label ?? 'no column'

const announcements = {
  onDragStart: ({ active }: Pick<DragEndEvent, 'active'>) => `Picked up ${nameOf(active.data)}.`,
  onDragOver: ({ over }: Pick<DragEndEvent, 'over'>) => `Over ${labelOf(over?.data)}.`,
  onDragEnd: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
    `${nameOf(active.data)} is in ${labelOf(over?.data)}.`,
  onDragCancel: ({ active }: Pick<DragEndEvent, 'active'>) => `${nameOf(active.data)} stays where it was.`,
}

function nameOf(data: { current?: Record<string, unknown> | undefined }): string {
  const card = cardOf(data)
  return card === undefined ? 'the card' : titleOf(card)
}

/** The columns with their cards, moved by pointer, touch or keyboard. */
export function Board(props: BoardProps) {
  const [moving, setMoving] = useState<Card>()
  const change = useMutation(changeCardMutation(useQueryClient()))
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: columnCoordinates,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
  const { mutate } = change
  const drop = useCallback(
    ({ active, over }: DragEndEvent) => {
      setMoving(undefined)
      const card = cardOf(active.data)
      const column = over?.data.current?.['column'] as Column | undefined
      if (card === undefined || column === undefined || columnOf(card.status).id === column.id) return
      mutate(
        { card, patch: { status: column.id } },
        { onError: (error) => toast(`${titleOf(card)} stays: ${detailOf(error)}`, { tone: 'bad' }) },
      )
    },
    [mutate],
  )
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
      onDragStart={({ active }) => setMoving(cardOf(active.data))}
      onDragCancel={() => setMoving(undefined)}
      onDragEnd={drop}
    >
      <BoardColumns {...props} parts={movableParts} isMoving={moving !== undefined} />
      <DragOverlay dropAnimation={null}>
        {moving !== undefined && (
          <div className={`${classes.card} ${classes.overlay}`}>
            <CardFace card={moving} now={new Date()} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
