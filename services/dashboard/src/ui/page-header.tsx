import type { ReactNode } from 'react'
import { useEffect } from 'react'
import classes from './page-header.module.css'

/** The head of a page: its name, which is also the title of the window, and its actions. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Atrium`
  }, [title])
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.actions}>{children}</div>
    </header>
  )
}
