import { cardKinds } from '@atrium/contracts'
import { Button, MultiSelect, Select, Switch, TagsInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { LateMenuProps } from '../ui/late-menu.tsx'
import type { BoardSearch } from './board-search.ts'
import { kindLabel } from './card-kind.tsx'
import { dueLabels } from './filter-chips.tsx'
import { Panel } from './panel.tsx'
import { loadedCards } from './shown-cards.ts'

const kinds = cardKinds.map((value) => ({ value, label: kindLabel(value) }))
const dues = Object.entries(dueLabels).map(([value, label]) => ({ value, label }))
const within = { withinPortal: false }

export function FilterPanel({
  search,
  onView,
  ...panel
}: LateMenuProps & { search: BoardSearch; onView: (change: Partial<BoardSearch>) => void }) {
  const queryClient = useQueryClient()
  const known = panel.opened
    ? [...loadedCards(queryClient).values()].flatMap(({ tags }) => tags)
    : []
  return (
    <Panel {...panel}>
      <MultiSelect
        label="Kinds"
        placeholder={search.kind === undefined ? 'All kinds' : ''}
        data={kinds}
        value={search.kind ?? []}
        comboboxProps={within}
        onChange={(kind) =>
          onView({ kind: kind.length === 0 ? undefined : (kind as BoardSearch['kind']) })
        }
      />
      <TagsInput
        label="Tags"
        placeholder={search.tag === undefined ? 'Any tag' : ''}
        data={[...new Set(known)].sort()}
        maxTags={20}
        maxLength={100}
        value={search.tag ?? []}
        comboboxProps={within}
        onChange={(tag) => onView({ tag: tag.length === 0 ? undefined : tag })}
      />
      <Select
        label="Due"
        placeholder="Any time"
        data={dues}
        clearable
        value={search.due ?? null}
        comboboxProps={within}
        onChange={(due) => onView({ due: due === null ? undefined : (due as BoardSearch['due']) })}
      />
      <Switch
        label="Show archived cards"
        checked={search.archived === true}
        onChange={(event) => onView({ archived: event.currentTarget.checked ? true : undefined })}
      />
      <Button
        variant="default"
        onClick={() =>
          onView({ kind: undefined, tag: undefined, due: undefined, archived: undefined })
        }
      >
        Clear the filters
      </Button>
    </Panel>
  )
}
