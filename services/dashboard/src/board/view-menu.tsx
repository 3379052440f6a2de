import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { LateMenuProps } from '../ui/late-menu.tsx'
import type { BoardSearch } from './board-search.ts'

/** What the board shows beside its columns of open work. */
export function ViewMenu({
  target,
  opened,
  onChange,
  search,
  onView,
}: LateMenuProps & { search: BoardSearch; onView: (change: Partial<BoardSearch>) => void }) {
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" width={200}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          rightSection={search.archived === true ? <IconCheck size={14} aria-label="Shown" /> : null}
          onClick={() => onView({ archived: search.archived === true ? undefined : true })}
        >
          Archived cards
        </Menu.Item>
        {search.tag !== undefined && (
          <Menu.Item onClick={() => onView({ tag: undefined })}>All tags, not “{search.tag}” alone</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
