import { Skeleton } from '@mantine/core'
import { type Waited, Waiting } from '../ui/waiting.tsx'

/** The place of rows that are loading, or the problem that keeps them away. */
export const WaitingRows = ({ query, rows = 1 }: { query: Waited; rows?: number }) => (
  <Waiting query={query}>
    {Array.from({ length: rows }, (_, row) => (
      <RowSkeleton key={row} />
    ))}
  </Waiting>
)

/** The place of a row that is loading. */
export const RowSkeleton = () => (
  <div className="row">
    <Skeleton h={38} />
  </div>
)
