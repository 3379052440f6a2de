import { Skeleton } from '@mantine/core'

export const PageSkeleton = () => (
  <div style={{ padding: '16px 24px' }} aria-busy="true">
    <Skeleton h={20} w={140} />
    <Skeleton h={96} mt={32} />
    <Skeleton h={96} mt={12} />
  </div>
)
