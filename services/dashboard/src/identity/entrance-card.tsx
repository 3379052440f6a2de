import { type ReactNode, useEffect } from 'react'
import classes from './entrance.module.css'

/** A page of the entrance: title, one sentence, a card, and a line below it. */
export function EntranceCard({
  title,
  lead,
  children,
  foot,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Atrium`
  }, [title])
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      <div className={classes.card}>{children}</div>
      {foot !== undefined && <p className={classes.foot}>{foot}</p>}
    </>
  )
}
