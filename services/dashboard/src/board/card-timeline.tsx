import type { TimelineQuery } from '@atrium/contracts'
import { Button, Group, SegmentedControl, Skeleton, Textarea } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../platform/use-draft.ts'
import { useStanding } from '../platform/use-standing.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { Problem } from '../ui/problem.tsx'
import classes from './board.module.css'
import { addNoteMutation, timelineQuery } from './board-queries.ts'
import { TimelineRow } from './timeline-row.tsx'

const views = [
  { value: 'all', label: 'All' },
  { value: 'entries', label: 'Notes' },
  { value: 'history', label: 'History' },
]

/** What happened to a card, newest first: notes, changes or both, and a field for a note. */
export function Timeline({ id }: { id: string }) {
  const [left, keep] = useDraft<string>(`note.${id}`)
  const [note, setNote] = useState(left ?? '')
  const [view, setView] = useState('all')
  const query = useInfiniteQuery(
    timelineQuery(id, view === 'all' ? undefined : (view as TimelineQuery['kind'])),
  )
  const { error, isPending } = useStanding(query)
  const base = addNoteMutation(useQueryClient(), id)
  const write = (text: string) => {
    setNote(text)
    keep(text === '' ? undefined : text)
  }
  const add = useMutation({
    ...base,
    onSuccess: (...result) => {
      write('')
      return base.onSuccess?.(...result)
    },
  })
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <div className={classes.timelineHead}>
        <h2 className={classes.section}>Timeline</h2>
        <SegmentedControl size="xs" aria-label="Show" data={views} value={view} onChange={setView} />
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() !== '') add.mutate(note.trim())
        }}
      >
        <FormAlert error={add.error} />
        <Textarea
          aria-label="Note"
          placeholder="Write a note"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={20_000}
          dir="auto"
          value={note}
          onChange={(event) => write(event.currentTarget.value)}
        />
        {note.trim() !== '' && (
          <Group justify="flex-end" mt={8}>
            <Button type="submit" size="compact-md" loading={add.isPending}>
              Add the note
            </Button>
          </Group>
        )}
      </form>
      {isPending && <Skeleton h={48} />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && entries.length === 0 && (
        <p className={classes.noEntries}>
          {view === 'entries' ? 'Notes of people and assistants appear here.' : 'Nothing has happened yet.'}
        </p>
      )}
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <TimelineRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier entries
        </Button>
      )}
    </>
  )
}
