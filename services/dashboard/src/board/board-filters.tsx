import { cardKinds } from '@atrium/contracts'
import { ActionIcon, CloseButton, Menu, Select, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck, IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import classes from './board.module.css'
import type { BoardSearch } from './board-search.ts'
import { kindLabel } from './card-kind.tsx'

const kinds = cardKinds.map((value) => ({ value, label: kindLabel(value) }))
const typedMs = 200

/** Full-text search and filters; all of them stand in the address. */
export function BoardFilters({
  search,
  onChange,
}: {
  search: BoardSearch
  onChange: (change: Partial<BoardSearch>) => void
}) {
  const [typed, setTyped] = useState(search.q ?? '')
  const commit = useEffectEvent((q: string) => {
    if (q !== (search.q ?? '')) onChange({ q: q === '' ? undefined : q })
  })
  useEffect(() => {
    const timer = setTimeout(() => commit(typed.trim()), typedMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <>
      <TextInput
        className={classes.search}
        aria-label="Search cards"
        placeholder="Search cards"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          typed === '' ? null : (
            <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
          )
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Select
        className={classes.kindFilter}
        aria-label="Kind"
        placeholder="All kinds"
        clearable
        data={kinds}
        value={search.kind ?? null}
        onChange={(kind) => onChange({ kind: (kind ?? undefined) as BoardSearch['kind'] })}
      />
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label="View">
            <IconAdjustmentsHorizontal size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            rightSection={search.archived === true ? <IconCheck size={14} aria-label="Shown" /> : null}
            onClick={() => onChange({ archived: search.archived === true ? undefined : true })}
          >
            Archived cards
          </Menu.Item>
          {search.tag !== undefined && (
            <Menu.Item onClick={() => onChange({ tag: undefined })}>
              All tags, not “{search.tag}” alone
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
