import { Button, Group, Skeleton, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../platform/me.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { Problem } from '../ui/problem.tsx'
import { When } from '../ui/when.tsx'
import classes from './board.module.css'
import { addNoteMutation, timelineQuery } from './board-queries.ts'

/** What happened to a card, newest first, and a field for a note. */
export function Timeline({ id }: { id: string }) {
  const { user } = useMe()
  const [note, setNote] = useState('')
  const query = useQuery(timelineQuery(id))
  const base = addNoteMutation(useQueryClient(), id)
  const add = useMutation({
    ...base,
    onSuccess: (...result) => {
      setNote('')
      return base.onSuccess?.(...result)
    },
  })
  return (
    <>
      <h2 className={classes.section}>Timeline</h2>
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
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {note.trim() !== '' && (
          <Group justify="flex-end" mt={8}>
            <Button type="submit" size="compact-md" loading={add.isPending}>
              Add the note
            </Button>
          </Group>
        )}
      </form>
      {query.isPending && <Skeleton h={48} />}
      {query.isError && query.data === undefined && (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      )}
      <ul className={classes.entries}>
        {query.data?.items.map((entry) => (
          <li key={entry.id} className={classes.entry} dir="auto">
            <div className={classes.entryHead}>
              <span>
                {entry.author.type === 'agent'
                  ? 'Assistant'
                  : entry.author.id === user.id
                    ? 'You'
                    : 'A member'}
              </span>
              <When at={entry.createdAt} />
            </div>
            {entry.body}
          </li>
        ))}
      </ul>
    </>
  )
}
