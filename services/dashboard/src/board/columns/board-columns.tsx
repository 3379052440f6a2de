import classes from '../board.module.css'
import type { BoardSearch } from '../board-search.ts'
import { BoardColumn } from './board-column.tsx'
import type { Column } from './columns.ts'
import { moveFocus } from './move-focus.ts'
import { useColumns } from './use-columns.ts'

export interface BoardProps {
  readonly search: BoardSearch
  readonly onOpen: (id: string) => void
  /**
   * Opens the form for a new card in a column. Without a column, the card starts in the first one.
   */
  readonly onCreate: (column?: BoardSearch['column']) => void
}

/**
 * Returns a function to create a card in a work column. Undefined for the failed and the archived
 * column.
 */
function createIn(
  { id, status, others }: Column,
  onCreate: BoardProps['onCreate'],
): (() => void) | undefined {
  if (status === 'failed' || status === 'archived') return undefined
  return status === 'todo' && others !== undefined ? () => onCreate() : () => onCreate(id)
}

/** Shows the columns side by side. The arrow keys move the focus between their cards. */
export const BoardColumns = ({
  search,
  onOpen,
  onCreate,
  isMoving = false,
  onKey,
}: BoardProps & {
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
    {useColumns(search.archived === true).map((column) => (
      <BoardColumn
        key={column.id}
        column={column}
        filters={search}
        openCard={search.card}
        onOpen={onOpen}
        onCreate={createIn(column, onCreate)}
      />
    ))}
  </div>
)
