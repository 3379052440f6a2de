import { cardKinds } from '@atrium/contracts'
import { ActionIcon, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { LateMenu } from '../ui/late-menu.tsx'
import classes from './board.module.css'
import type { BoardSearch } from './board-search.ts'
import { kindLabel } from './card-kind.tsx'

const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }))

const kinds = [
  { value: '', label: 'All kinds' },
  ...cardKinds.map((value) => ({ value, label: kindLabel(value) })),
]
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
      <NativeSelect
        className={classes.kindFilter}
        aria-label="Kind"
        data={kinds}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: value === '' ? undefined : (value as BoardSearch['kind']) })
        }
      />
      <LateMenu
        menu={(props) => <ViewMenu {...props} search={search} onView={onChange} />}
        target={
          <ActionIcon size={36} variant="default" aria-label="View">
            <IconAdjustmentsHorizontal size={16} />
          </ActionIcon>
        }
      />
    </>
  )
}
