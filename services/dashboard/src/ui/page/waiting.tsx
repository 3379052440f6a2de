import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from '../feedback/problem.tsx'

export interface Waited {
  readonly data: unknown
  readonly error: unknown
  readonly isError: boolean
  readonly refetch: () => unknown
}

/**
 * Shown instead of data: a skeleton, or the error with a retry. Renders nothing if the data has
 * loaded.
 */
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
