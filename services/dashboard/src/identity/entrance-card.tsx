import { type ReactNode, useEffect } from 'react'
import classes from './entrance.module.css'

/**
 * A page of the entrance. `place` is the last part of the window title. `heading` replaces the
 * title on the page.
 */
export function EntranceCard({
  title,
  heading = title,
  place = 'Atrium',
  lead,
  children,
  foot,
}: {
  title: string
  heading?: ReactNode
  place?: string
  lead?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${place}`
  }, [title, place])
  return (
    <>
      <h1 className={classes.title}>{heading}</h1>
      <p className={classes.lead}>{lead}</p>
      <div className={`raised ${classes.card}`}>{children}</div>
      {foot !== undefined && <p className={classes.foot}>{foot}</p>}
    </>
  )
}
