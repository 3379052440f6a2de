import { type ReactNode, useId } from 'react'
import { useFirstContent } from '../platform/first-content.ts'
import classes from './settings.module.css'

/** A part of a settings page: its heading, one sentence and a card of rows. */
export function Section({
  title,
  lead,
  action,
  danger = false,
  plain = false,
  children,
}: {
  title: ReactNode
  lead?: ReactNode
  action?: ReactNode
  danger?: boolean
  /** Without the card. */
  plain?: boolean
  children: ReactNode
}) {
  const id = useId()
  useFirstContent(true)
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <div className={classes.sectionWords}>
          <h2 id={id} className={classes.heading}>
            {title}
          </h2>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {action}
      </div>
      {plain ? (
        children
      ) : (
        <div className={classes.card} data-danger={danger}>
          {children}
        </div>
      )}
    </section>
  )
}
