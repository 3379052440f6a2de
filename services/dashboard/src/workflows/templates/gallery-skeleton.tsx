import { Skeleton } from '@mantine/core'
import classes from './gallery.module.css'

export const GallerySkeleton = () => (
  <div className="page" aria-busy="true">
    <div className={`plain-list ${classes.list}`}>
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <Skeleton key={at} h={240} radius={12} />
      ))}
    </div>
  </div>
)
