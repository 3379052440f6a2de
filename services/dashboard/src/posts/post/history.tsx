import { Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { NoteField } from '../../ui/note-field.tsx'
import { Waiting } from '../../ui/page/waiting.tsx'
import { useAuthorLabel } from '../../ui/text/use-author-label.ts'
import { When } from '../../ui/when.tsx'
import { addPostNoteMutation } from '../post-changes.ts'
import { historyQuery } from '../post-detail-queries.ts'
import { changeText } from './change-text.ts'
import classes from './post.module.css'

export function History({ id }: { id: string }) {
  const label = useAuthorLabel()
  const query = useQuery(historyQuery(id))
  const add = useMutation(addPostNoteMutation(useQueryClient()))
  return (
    <section aria-labelledby="post-history">
      <h3 id="post-history" className={`title line ${classes.section}`}>
        History
      </h3>
      <NoteField
        key={id}
        id={id}
        minRows={1}
        error={add.error}
        pending={add.isPending}
        onAdd={(body) => add.mutateAsync({ id, kind: 'note', body })}
      />
      <Waiting query={query}>
        <Skeleton h={48} mt={12} />
      </Waiting>
      <ol className="plain-list ruled" style={{ marginTop: 8 }}>
        {query.data?.items.map((entry) => (
          <li
            key={entry.id}
            className="column"
            style={{ padding: '8px 0' }}
            data-history={entry.change !== undefined}
          >
            <span className="preserved" dir="auto">
              {changeText(entry)}
            </span>
            <span className="fine">
              {label(entry.author)} · <When at={entry.createdAt} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
