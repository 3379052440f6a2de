import { Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type offsetPages, useStanding } from '../platform/records/queries.ts'
import { useLeaving } from '../ui/feedback/leaving.ts'
import { Problem } from '../ui/feedback/problem.tsx'
import { ShowMore } from '../ui/page/show-more.tsx'

interface Page {
  readonly items: readonly { readonly id: string }[]
  readonly total: number
  readonly offset: number
}

/** Lists records, except while their deletion can be undone. */
export function RecordList<P extends Page>({
  label,
  query: options,
  row,
  empty,
}: {
  label: string
  query: ReturnType<typeof offsetPages<P>>
  row: (record: P['items'][number]) => ReactNode
  empty: ReactNode
}) {
  const query = useInfiniteQuery(options)
  const { error, isPending } = useStanding(query)
  const leaving = useLeaving()
  if (isPending) return <Skeleton h={208} radius="lg" aria-busy="true" />
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />
  const records = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id }) => !leaving.has(id))
  if (records.length === 0 && !query.hasNextPage) return empty
  return (
    <>
      <ul className="card" style={{ marginTop: 8 }} aria-label={label}>
        {records.map(row)}
      </ul>
      <ShowMore query={query} variant="subtle" mt={8} />
    </>
  )
}
