import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import classes from '../board/board.module.css'
import { BoardColumns } from '../board/board-columns.tsx'
import { type BoardSearch, toView } from '../board/board-search.ts'
import { stillParts } from '../board/still-parts.tsx'
import { afterwards, late } from '../platform/load-page.ts'
import { PageHeader } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/board')
const Board = afterwards(async () => (await import('../board/board.tsx')).Board)
const BoardFilters = afterwards(
  async () => (await import('../board/board-filters.tsx')).BoardFilters,
)
const CardDrawer = late(async () => (await import('../board/card-drawer.tsx')).CardDrawer)
const EmptyBoard = afterwards(async () => (await import('../board/empty-board.tsx')).EmptyBoard)
const NewCardDialog = late(async () => (await import('../board/new-card-dialog.tsx')).NewCardDialog)
const FilterChips = late(async () => (await import('../board/filter-chips.tsx')).FilterChips)

export function BoardPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = useCallback(
    (changed: Partial<BoardSearch>, replace = false) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace }),
    [navigate],
  )
  const open = useCallback((id: string) => change({ card: id }), [change])
  const create = useCallback(
    (column?: BoardSearch['column']) => change({ create: true, column }),
    [change],
  )
  const board = { search, onOpen: open, onCreate: create }
  const closeForm = () => change({ create: undefined, column: undefined }, true)
  const { q: _, ...filters } = toView(search)
  return (
    <>
      <PageHeader title="Board" below>
        <Suspense fallback={<span className={classes.search} />}>
          <BoardFilters search={search} onChange={(changed) => change(changed, true)} />
        </Suspense>
        <Button flex="none" px={12} aria-label="New card" onClick={() => create()}>
          <IconPlus size={16} aria-hidden />
          <span className="wide-label">New card</span>
        </Button>
      </PageHeader>
      <Suspense>
        {Object.keys(filters).length > 0 && (
          <FilterChips search={search} onChange={(to) => change(to, true)} />
        )}
      </Suspense>
      <Suspense fallback={<BoardColumns {...board} parts={stillParts} />}>
        <Board {...board} />
      </Suspense>
      <Suspense>
        <EmptyBoard
          search={search}
          onCreate={() => create()}
          onClear={() => void navigate({ search: {}, replace: true })}
        />
      </Suspense>
      <Suspense>
        {search.card !== undefined && (
          <CardDrawer
            key={search.card}
            id={search.card}
            onClose={() => change({ card: undefined }, true)}
          />
        )}
        {search.create !== undefined && search.create !== false && (
          <NewCardDialog
            kind={search.create === true ? 'task' : search.create}
            column={search.column}
            onClose={closeForm}
            onCreated={closeForm}
          />
        )}
      </Suspense>
    </>
  )
}
