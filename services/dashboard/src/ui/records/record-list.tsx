import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStanding } from '../../platform/records/queries.ts'
import { useLeaving } from '../feedback/leaving.ts'
import { Problem } from '../feedback/problem.tsx'
import type { MorePages } from '../page/show-more.tsx'
import type { Waited } from '../page/waiting.tsx'
import { MoreRecords, RowList, type RowListProps } from './row-list.tsx'

/**
 * Returns what to show instead of a query's data: a skeleton, or the error. The error stays during
 * a retry. Returns null if the data has loaded.
 */
export function usePlace(
  query: Pick<Waited, 'data' | 'error' | 'refetch'>,
  height: number,
): ReactNode {
  const { error, isPending } = useStanding(query)
  if (isPending) return <ListSkeleton height={height} />
  return error === null ? null : <Problem error={error} onRetry={() => void query.refetch()} />
}

const ListSkeleton = ({ height }: { height: number }) => (
  <Skeleton h={height} radius="lg" aria-busy="true" />
)

interface RecordPages<R> extends Pick<Waited, 'error' | 'refetch'>, MorePages {
  readonly data: { readonly pages: ReadonlyArray<{ readonly items: readonly R[] }> } | undefined
  /** True while the data belong to the filters before. */
  readonly isPlaceholderData: boolean
}

interface RecordListProps<R> extends Omit<RowListProps, 'children' | 'query'> {
  readonly query: RecordPages<R>
  /** The height of the list while it loads, in pixels. */
  readonly height: number
  /** Shown if there is no record, or none that matches the filters. */
  readonly empty: ReactNode
  readonly row: (record: R, index: number) => ReactNode
  /** Shown above and below the rows, but not if the list is empty. */
  readonly above?: ReactNode
  readonly below?: ReactNode
}

/**
 * Lists records page by page, except those whose deletion can still be undone. Shows a skeleton, an
 * error or the empty state instead of rows.
 */
export function RecordList<R extends { readonly id: string }>({
  query,
  height,
  empty,
  row,
  above,
  below,
  ...list
}: RecordListProps<R>) {
  const place = usePlace(query, height)
  const leaving = useLeaving()
  if (place !== null) return place
  const records = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id }) => !leaving.has(id))
  if (records.length === 0 && !query.hasNextPage)
    // The empty state is about the new filters, which may have records.
    return query.isPlaceholderData ? <ListSkeleton height={height} /> : empty
  return (
    <>
      {above}
      <RowList {...list}>{records.map(row)}</RowList>
      {below}
      <MoreRecords query={query} />
    </>
  )
}
