import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStanding } from '../../platform/records/queries.ts'
import { Problem } from '../feedback/problem.tsx'

export interface Waited {
  readonly data: unknown
  readonly error: unknown
  readonly isError: boolean
  readonly refetch: () => unknown
}

/**
 * Shown instead of data: a skeleton, or the error with a retry. The error stays during a retry.
 * Renders nothing if the data has loaded.
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
  const { error, isPending } = useStanding(query)
  if (isPending) return children
  return error === null ? null : <Problem error={error} onRetry={() => void query.refetch()} />
}
