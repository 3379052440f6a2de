import { closestCenter, type KeyboardCoordinateGetter } from '@dnd-kit/core'

const inset = 24

/** Moves a picked-up card to the next column when the user presses the left or right arrow key. */
export const columnCoordinates: KeyboardCoordinateGetter = (
  event,
  { context, currentCoordinates },
) => {
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
