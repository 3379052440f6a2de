import type { ChangeAuthor } from '@atrium/contracts'
import type { ReactNode } from 'react'
import { type MorePages, ShowMore } from '../../ui/page/show-more.tsx'
import { type Waited, Waiting } from '../../ui/page/waiting.tsx'
import { useAuthorLabel } from '../../ui/text/use-author-label.ts'
import { When } from '../../ui/when.tsx'
import classes from './timeline.module.css'

interface Entry {
  readonly id: string
  readonly kind: string
  readonly author: ChangeAuthor
  readonly createdAt: string
}

interface Pages<E extends Entry> extends MorePages, Waited {
  readonly data: { readonly pages: ReadonlyArray<{ readonly items: readonly E[] }> } | undefined
}

/** Lists the events of an invoice or a schedule with their authors, newest first. */
export function Timeline<E extends Entry>({
  query,
  textOf,
  showMore,
}: {
  query: Pages<E>
  textOf: (entry: E) => string
  /** Shows what an entry has to say beyond its text. */
  showMore?: (entry: E) => ReactNode
}) {
  const author = useAuthorLabel()
  if (query.data === undefined) return <Waiting query={query} height={120} />
  return (
    <>
      <ol className={`plain-list ${classes.timeline}`}>
        {query.data.pages
          .flatMap(({ items }) => items)
          .map((entry) => (
            <li key={entry.id} data-kind={entry.kind}>
              <span dir="auto">{textOf(entry)}</span>
              <span className="quiet">
                {author(entry.author)} · <When at={entry.createdAt} />
              </span>
              {showMore?.(entry)}
            </li>
          ))}
      </ol>
      <ShowMore query={query} label="Show earlier events" size="xs" />
    </>
  )
}
