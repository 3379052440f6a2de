import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from './problem.tsx'

/** The state of a query as far as the place of its data shows it. */
export interface Waited {
  readonly data: unknown
  readonly error: unknown
  readonly isError: boolean
  readonly refetch: () => unknown
}

/** The place of data that are not there yet: a skeleton, or the problem with another try. Nothing beside the data. */
export function Waiting({
  query,
  height = 96,
  radius = 'sm',
  children = <Skeleton h={height} radius={radius} />,
}: {
  query: Waited
  height?: number
  radius?: 'sm' | 'lg'
  children?: ReactNode
}) {
  if (query.data !== undefined) return null
  return query.isError ? (
    <Problem error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    children
  )
}
