import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFirstContent } from '../platform/first-content.ts'
import { useStanding } from '../platform/use-standing.ts'
import { Problem } from '../ui/problem.tsx'
import type { Waited } from '../ui/waiting.tsx'

/** The place of a query's data: a skeleton, or the problem, which stays while it is asked again. Null beside the data. */
export function usePlace(query: Pick<Waited, 'data' | 'error' | 'refetch'>, height: number): ReactNode {
  const { error, isPending } = useStanding(query)
  useFirstContent(!isPending)
  if (isPending) return <Skeleton h={height} radius="lg" />
  return error === null ? null : <Problem error={error} onRetry={() => void query.refetch()} />
}

interface Pages<R> extends Pick<Waited, 'error' | 'refetch'> {
  readonly data: { readonly pages: ReadonlyArray<{ readonly items: readonly R[] }> } | undefined
}

/** The records of a paged query, and their place until they are there. */
export function useRecords<R>(query: Pages<R>, height: number): [records: readonly R[], place: ReactNode] {
  return [query.data?.pages.flatMap(({ items }) => items) ?? [], usePlace(query, height)]
}
