import classes from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import type { BoardSearch } from './board-search.ts'
import { columnsOf } from './columns.ts'
import { moveFocus } from './move-focus.ts'
import type { BoardParts } from './still-parts.tsx'

/** The board's view and what its cards open. */
export interface BoardProps {
  readonly search: BoardSearch
  readonly onOpen: (id: string) => void
  readonly onCreate: () => void
}

/** The columns side by side; the arrow keys move the focus between their cards. */
export const BoardColumns = ({
  search,
  onOpen,
  onCreate,
  parts,
  isMoving = false,
  onKey,
}: BoardProps & {
  parts: BoardParts
  isMoving?: boolean
  onKey?: (event: React.KeyboardEvent<HTMLElement>) => void
}) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the cards inside take the focus; this moves it.
  <div
    className={classes.board}
    onKeyDown={(event) => {
      if (isMoving) return
      onKey?.(event)
      moveFocus(event)
    }}
  >
    {columnsOf(search.archived === true).map((column) => (
      <BoardColumn
        key={column.id}
        parts={parts}
        column={column}
        filters={search}
        openCard={search.card}
        onOpen={onOpen}
        onCreate={column.id === 'todo' ? onCreate : undefined}
      />
    ))}
  </div>
)
