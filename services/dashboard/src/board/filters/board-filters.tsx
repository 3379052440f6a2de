import { Button, CloseButton, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import board from '../board.module.css'
import type { BoardSearch } from '../board-search.ts'
import { FilterPanel } from './filter-panel.tsx'
import { ViewsPanel } from './views-panel.tsx'

const typedMs = 200

interface BoardFiltersProps {
  readonly search: BoardSearch
  readonly onChange: (change: Partial<BoardSearch>) => void
}

/** Search, filters and saved views. The address holds the whole state. */
export function BoardFilters({ search, onChange }: BoardFiltersProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(search.q ?? '')
  const [shown, setShown] = useState(search.q)
  // A saved view, the palette or the back button has changed the address.
  if (shown !== search.q) {
    setShown(search.q)
    if ((search.q ?? '') !== typed.trim()) setTyped(search.q ?? '')
  }
  const commit = useEffectEvent((q: string) => {
    if (q !== (search.q ?? '')) onChange({ q: q === '' ? undefined : q })
  })
  useEffect(() => {
    const timer = setTimeout(() => commit(typed.trim()), typedMs)
    return () => clearTimeout(timer)
  }, [typed])
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof HTMLElement ? event.target : null
    const taken = target?.closest('input, textarea, select, [role="dialog"], [role="menu"]') != null
    if (event.key !== '/' || taken || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    field.current?.focus()
  })
  return (
    <>
      <TextInput
        ref={field}
        flex="1 1 120px"
        maw={260}
        aria-label="Search cards"
        placeholder="Search cards"
        maxLength={500}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          typed === '' ? null : (
            <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
          )
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return
          if (typed === '') currentTarget.blur()
          else setTyped('')
        }}
      />
      <Button
        variant="default"
        px={12}
        flex="none"
        visibleFrom="sm"
        aria-pressed={search.assignee === 'me'}
        data-active={search.assignee === 'me'}
        className={board.tool}
        onClick={() => onChange({ assignee: search.assignee === 'me' ? undefined : 'me' })}
      >
        Mine
      </Button>
      <FilterPanel search={search} onView={onChange} />
      <ViewsPanel search={search} />
    </>
  )
}
