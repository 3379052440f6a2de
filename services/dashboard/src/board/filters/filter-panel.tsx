import { cardKinds } from '@atrium/contracts'
import { ActionIcon, Button, MultiSelect, Select, Switch, TagsInput } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../platform/records/shared-queries.ts'
import board from '../board.module.css'
import { type BoardSearch, toView } from '../board-search.ts'
import { kindLabel } from '../card-kind.tsx'
import { loadedCards } from '../shown-cards.ts'
import { assigneeWords, dueLabels } from './filter-chips.tsx'
import { Panel } from './panel.tsx'

const kinds = cardKinds.map((value) => ({ value, label: kindLabel(value) }))
const dues = Object.entries(dueLabels).map(([value, label]) => ({ value, label }))
const within = { withinPortal: false }

export function FilterPanel({
  search,
  onView,
}: {
  search: BoardSearch
  onView: (change: Partial<BoardSearch>) => void
}) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState(false)
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: opened })
  const { q: _, ...filters } = toView(search)
  const loadedTags = opened
    ? [...loadedCards(queryClient).values()].flatMap(({ tags }) => tags)
    : []
  return (
    <Panel
      opened={opened}
      onChange={setOpened}
      target={
        <ActionIcon
          size={36}
          variant="default"
          aria-label="Filter"
          data-active={Object.keys(filters).length > 0}
          className={`firm ${board.tool}`}
        >
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      }
    >
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
        data={[...new Set(loadedTags)].sort()}
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
      <Select
        label="Assignee"
        placeholder="Anybody"
        data={[
          ...Object.entries(assigneeWords).map(([value, label]) => ({ value, label })),
          ...members.map(({ userId, user }) => ({ value: userId, label: user.name })),
        ]}
        clearable
        searchable
        value={search.assignee ?? null}
        comboboxProps={within}
        onChange={(assignee) => onView({ assignee: assignee ?? undefined })}
      />
      <Switch
        label="Show archived cards"
        checked={search.archived === true}
        onChange={(event) => onView({ archived: event.currentTarget.checked ? true : undefined })}
      />
      <Button
        variant="default"
        onClick={() =>
          onView({
            kind: undefined,
            tag: undefined,
            due: undefined,
            assignee: undefined,
            archived: undefined,
          })
        }
      >
        Clear the filters
      </Button>
    </Panel>
  )
}
