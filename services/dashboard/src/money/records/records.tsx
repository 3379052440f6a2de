import { Group, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { useStanding } from '../../platform/records/queries.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { type MorePages, ShowMore } from '../../ui/page/show-more.tsx'
import type { Waited } from '../../ui/page/waiting.tsx'
import money from '../money.module.css'
import type { RecordList } from './record-page.tsx'
import classes from './rows.module.css'

/**
 * Returns what to show instead of a query's data: a skeleton, or the error. The error stays during
 * a retry. Returns null if the data has loaded.
 */
export function usePlace(
  query: Pick<Waited, 'data' | 'error' | 'refetch'>,
  height: number,
): ReactNode {
  const { error, isPending } = useStanding(query)
  if (isPending) return <Skeleton h={height} radius="lg" />
  return error === null ? null : <Problem error={error} onRetry={() => void query.refetch()} />
}

interface Pages<R> extends Pick<Waited, 'error' | 'refetch'> {
  readonly data: { readonly pages: ReadonlyArray<{ readonly items: readonly R[] }> } | undefined
}

/** Returns a paged query's records, and what to show instead until they have loaded. */
export function useRecords<R>(
  query: Pages<R>,
  height: number,
): [records: readonly R[], place: ReactNode] {
  return [query.data?.pages.flatMap(({ items }) => items) ?? [], usePlace(query, height)]
}

export const MoreRecords = ({ query }: { query: MorePages }) =>
  query.hasNextPage && (
    <Group gap={0} wrap="nowrap" justify="center" p={12}>
      <ShowMore query={query} />
    </Group>
  )

interface RowListProps {
  readonly label: string
  readonly heads?: ReactNode
  /** True if the order of the rows has a meaning. */
  readonly ordered?: boolean
  /** The query if the list is loaded page by page. */
  readonly query?: MorePages | undefined
  readonly children: ReactNode
}

/** Shows records as rows in a card, with column heads if given and a button for more. */
export function RowList({ label, heads, ordered = false, query, children }: RowListProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <>
      <div className="card">
        {heads}
        <List className={'plain-list ruled'} aria-label={label} onKeyDown={moveBetweenRows}>
          {children}
        </List>
      </div>
      {query !== undefined && <MoreRecords query={query} />}
    </>
  )
}

interface RowLinkProps {
  readonly list: RecordList
  readonly id: string
  readonly columns: 'customer' | 'happening' | 'invoice' | 'offer' | 'schedule'
  readonly children: ReactNode
}

/** A row with a link to its record. Its cells follow the list's columns. */
export const RowLink = ({ list, id, columns, children }: RowLinkProps) => (
  <li>
    <Link to={list} params={{ id }} data-row className={`row ${money.row} ${classes[columns]}`}>
      {children}
    </Link>
  </li>
)

/** A row's first cell: a name, and a line about the record. */
export const NameCell = ({ name, children }: { name: string; children?: ReactNode }) => (
  <span className="column">
    <span className="strong clamped" dir="auto">
      {name}
    </span>
    {children !== undefined && (
      <span className="quiet clamped" dir="auto">
        {children}
      </span>
    )}
  </span>
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
