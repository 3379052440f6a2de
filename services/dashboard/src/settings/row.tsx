import type { ReactNode } from 'react'
import classes from './settings.module.css'

/** A row of a section: a name, a quiet line below it, and what stands before and behind them. */
export const Row = ({
  before,
  label,
  named = false,
  hint,
  title,
  children,
}: {
  before?: ReactNode
  label?: ReactNode
  /** Whether the label is the name of a record: it is cut off where it is too long. */
  named?: boolean
  hint?: ReactNode
  title?: string | undefined
  children?: ReactNode
}) => (
  <div className="row">
    {before}
    <span className="words">
      {label !== undefined && (
        <span className={named ? classes.name : 'strong'} title={title} dir="auto">
          {label}
        </span>
      )}
      {hint !== undefined && <span className="quiet">{hint}</span>}
    </span>
    {children}
  </div>
)
