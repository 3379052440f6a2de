import { Skeleton, type SkeletonProps } from '@mantine/core'

export const Skeletons = ({ count, ...skeleton }: SkeletonProps & { count: number }) =>
  Array.from({ length: count }, (_, at) => at).map((at) => <Skeleton key={at} {...skeleton} />)
