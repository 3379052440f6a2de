import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type BoardSearch, toView } from '../board/board-search.ts'
import { CardDrawer } from '../board/card/card-drawer.tsx'
import { Board } from '../board/columns/board.tsx'
import { EditColumns } from '../board/columns/edit-columns.tsx'
import { EmptyBoard } from '../board/empty-board.tsx'
import { BoardFilters } from '../board/filters/board-filters.tsx'
import { FilterChips } from '../board/filters/filter-chips.tsx'
import { NewCardDialog } from '../board/new-card-dialog.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/board')

export function BoardPage() {
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
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
        <BoardFilters search={search} onChange={(changed) => change(changed, true)} />
        <EditColumns />
        <Button flex="none" px={12} aria-label="New card" onClick={() => create()}>
          <IconPlus size={16} aria-hidden />
          <span className="wide-label">New card</span>
        </Button>
      </PageHeader>
      {Object.keys(filters).length > 0 && (
        <FilterChips search={search} onChange={(to) => change(to, true)} />
      )}
      <Board {...board} />
      <EmptyBoard
        search={search}
        onCreate={() => create()}
        onClear={() => void navigate({ search: {}, replace: true })}
      />
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
    </>
  )
}
