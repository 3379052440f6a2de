import { Skeleton } from '@mantine/core'

/** The place of a setting that is loading. */
export const RowSkeleton = () => (
  <div style={{ padding: '13px 16px' }}>
    <Skeleton h={38} />
  </div>
)
