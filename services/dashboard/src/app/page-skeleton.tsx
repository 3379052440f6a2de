import { Skeleton } from '@mantine/core'
import classes from './page-skeleton.module.css'

/** A page before its code has arrived. */
export const PageSkeleton = () => (
  <div className={classes.page} aria-busy="true">
    <Skeleton h={20} w={140} />
    <Skeleton h={96} mt={32} />
    <Skeleton h={96} mt={12} />
  </div>
)
