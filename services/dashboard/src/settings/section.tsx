import { Group } from '@mantine/core'
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
      <Group gap={16} align="flex-end" mb={12}>
        <div className={classes.sectionWords}>
          <h2 id={id} className="title">
            {title}
          </h2>
          {lead !== undefined && (
            <p className="quiet" style={{ margin: '2px 0 0' }}>
              {lead}
            </p>
          )}
        </div>
        {action}
      </Group>
      {plain ? (
        children
      ) : (
        <div className={`card ${classes.card}`} data-danger={danger}>
          {children}
        </div>
      )}
    </section>
  )
}
