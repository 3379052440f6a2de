import { ActionIcon, Button, Menu, Progress } from '@mantine/core'
import { IconArchive, IconArrowRight, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import classes from '../board-dialogs.module.css'
import { isInColumn, moveTo } from '../columns/columns.ts'
import type { Selection } from '../columns/selection.ts'
import { useColumns } from '../columns/use-columns.ts'
import { loadedCards } from '../shown-cards.ts'
import { BulkAssignee } from './bulk-assignee.tsx'
import { BulkTags } from './bulk-tags.tsx'
import type { useBulk } from './use-bulk.ts'

export function BulkBar({
  selection,
  bulk,
}: {
  selection: Selection
  bulk: ReturnType<typeof useBulk>
}) {
  const queryClient = useQueryClient()
  const chosen = useSyncExternalStore(selection.subscribe, selection.get)
  const { progress } = bulk
  const columns = useColumns(false)
  const cards = () => {
    const cardById = loadedCards(queryClient)
    return [...chosen].flatMap((id) => cardById.get(id) ?? [])
  }
  const change: typeof bulk.change = (...args) => {
    bulk.change(...args)
    selection.clear()
  }
  if (progress !== undefined) {
    return (
      <div className={`line ${classes.bar}`} role="status">
        <span className={`figures strong ${classes.barText}`}>
          {progress.done} of {progress.total} cards
        </span>
        <Progress aria-label="Progress" w={200} value={(progress.done / progress.total) * 100} />
      </div>
    )
  }
  return (
    <section className={`line ${classes.bar}`} aria-label="Selected cards">
      <span className={`figures strong ${classes.barText}`} role="status">
        {chosen.size} selected
      </span>
      <Menu position="top-start">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconArrowRight size={16} aria-hidden />}
          >
            Move
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {columns.map((column) => (
            <Menu.Item
              key={column.id}
              onClick={() => {
                const moved = cards().filter((card) => !isInColumn(column, card))
                if (moved.length === 0) selection.clear()
                else change(moved, moveTo(column, moved), `moved to ${column.label}`)
              }}
            >
              {column.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <BulkAssignee onChange={(set, done) => change(cards(), set, done)} />
      <BulkTags cards={cards} onChange={(set) => change(cards(), set, 'tagged')} />
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconArchive size={16} aria-hidden />}
        onClick={() => change(cards(), { status: 'archived' }, 'archived')}
      >
        Archive
      </Button>
      <ActionIcon
        className={`firm ${classes.clear}`}
        aria-label="Clear the selection"
        onClick={selection.clear}
      >
        <IconX size={16} />
      </ActionIcon>
    </section>
  )
}
