import { Group } from '@mantine/core'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { type MorePages, ShowMore } from '../page/show-more.tsx'
import classes from './records.module.css'

export interface RowListProps {
  readonly label: string
  /** The widths of the cells, as in `grid-template-columns`. */
  readonly columns?: string
  /** The same for a narrow window, if it has more than a name and an amount. */
  readonly narrowColumns?: string
  /** The names of the columns. The last column contains amounts. */
  readonly heads?: readonly string[]
  /** True if the order of the rows has a meaning. */
  readonly ordered?: boolean
  /** The query if the list is loaded page by page. */
  readonly query?: MorePages | undefined
  readonly children: ReactNode
}

/** Shows records as rows in a card, with column heads if given and a button for more. */
export function RowList({
  label,
  columns,
  narrowColumns,
  heads,
  ordered = false,
  query,
  children,
}: RowListProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <>
      <div
        className="card"
        style={{ '--columns': columns, '--narrow-columns': narrowColumns } as CSSProperties}
      >
        {heads !== undefined && (
          <div className={classes.heads} aria-hidden>
            {heads.map((head, at) => (
              <span key={head} data-figure={at === heads.length - 1 || undefined}>
                {head}
              </span>
            ))}
          </div>
        )}
        <List className="plain-list ruled" aria-label={label} onKeyDown={moveBetweenRows}>
          {children}
        </List>
      </div>
      {query !== undefined && <MoreRecords query={query} />}
    </>
  )
}

export const MoreRecords = ({ query }: { query: MorePages }) =>
  query.hasNextPage && (
    <Group gap={0} wrap="nowrap" justify="center" p={12}>
      <ShowMore query={query} />
    </Group>
  )

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

/** Moves the focus between a list's links with the arrow keys, and with j and k. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.matches(':focus'))
  const next = rows[at + step]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  next.focus()
}
