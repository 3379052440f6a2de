import type { ReactNode } from 'react'
import classes from './post.module.css'

/** What became of a post, with an icon. */
export const Notice = ({
  tone,
  icon,
  children,
}: {
  tone: 'accent' | 'good' | 'bad' | 'warn'
  icon: ReactNode
  children: ReactNode
}) => (
  <div className={`tinted ${classes.notice}`} data-tone={tone} role="status">
    <span className={classes.noticeIcon}>{icon}</span>
    <div className={classes.noticeText}>{children}</div>
  </div>
)
