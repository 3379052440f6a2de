import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import classes from '../board/board.module.css'
import { BoardColumns } from '../board/board-columns.tsx'
import type { BoardSearch } from '../board/board-search.ts'
import { stillParts } from '../board/still-parts.tsx'
import { PageHeader } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/board')
const Board = lazy(async () => ({ default: (await import('../board/board.tsx')).Board }))
const BoardFilters = lazy(async () => ({
  default: (await import('../board/board-filters.tsx')).BoardFilters,
}))
const CardDrawer = lazy(async () => ({ default: (await import('../board/card-drawer.tsx')).CardDrawer }))
const NewCardDialog = lazy(async () => ({
  default: (await import('../board/new-card-dialog.tsx')).NewCardDialog,
}))

export function BoardPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = useCallback(
    (changed: Partial<BoardSearch>, replace = false) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace }),
    [navigate],
  )
  const open = useCallback((id: string) => change({ card: id }), [change])
  const board = { search, onOpen: open, onCreate: () => change({ create: true }) }
  return (
    <>
      <PageHeader title="Board">
        <Suspense fallback={<span className={classes.search} />}>
          <BoardFilters search={search} onChange={(changed) => change(changed, true)} />
        </Suspense>
        <Button className={classes.create} aria-label="New card" onClick={() => change({ create: true })}>
          <IconPlus size={16} aria-hidden />
          <span className={classes.createLabel}>New card</span>
        </Button>
      </PageHeader>
      <Suspense fallback={<BoardColumns {...board} parts={stillParts} />}>
        <Board {...board} />
      </Suspense>
      <Suspense>
        {search.card !== undefined && (
          <CardDrawer key={search.card} id={search.card} onClose={() => change({ card: undefined })} />
        )}
        {search.create === true && (
          <NewCardDialog
            onClose={() => change({ create: undefined }, true)}
            onCreated={() => change({ create: undefined }, true)}
          />
        )}
      </Suspense>
    </>
  )
}
