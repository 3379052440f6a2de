import type { TimelineQuery } from '@atrium/contracts'
import { Group, SegmentedControl, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStanding } from '../../platform/records/queries.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { NoteField } from '../../ui/note-field.tsx'
import { ShowMore } from '../../ui/page/show-more.tsx'
import { addNoteMutation, timelineQuery } from '../board-queries.ts'
import { TimelineRow } from './timeline-row.tsx'

const views = [
  { value: 'all', label: 'All' },
  { value: 'entries', label: 'Notes' },
  { value: 'history', label: 'History' },
]

export function Timeline({ id }: { id: string }) {
  const [view, setView] = useState('all')
  const query = useInfiniteQuery(
    timelineQuery(id, view === 'all' ? undefined : (view as TimelineQuery['kind'])),
  )
  const { error, isPending } = useStanding(query)
  const add = useMutation(addNoteMutation(useQueryClient(), id))
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <Group
        justify="space-between"
        mt={8}
        pt={16}
        gap={8}
        wrap="nowrap"
        style={{ borderTop: '1px solid var(--line)' }}
      >
        <h2 className="title">Timeline</h2>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          data={views}
          value={view}
          onChange={setView}
        />
      </Group>
      <NoteField
        key={id}
        id={id}
        minRows={2}
        error={add.error}
        pending={add.isPending}
        onAdd={add.mutateAsync}
      />
      {isPending && <Skeleton h={48} />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && entries.length === 0 && (
        <p className="quiet">
          {view === 'entries'
            ? 'Notes from people and assistants appear here.'
            : 'Nothing has happened yet.'}
        </p>
      )}
      <ul className="plain-list">
        {entries.map((entry) => (
          <TimelineRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <ShowMore query={query} label="Show earlier entries" />
    </>
  )
}
