import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

/** One setting: its name and hint, and the field that `children` renders with the ids of both. */
export function Setting({
  label,
  hint,
  children,
}: {
  label: string
  hint?: ReactNode
  children: (field: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}) {
  const id = useId()
  return (
    <div className={`row ${classes.setting}`}>
      <div className="words">
        <label className="strong" htmlFor={id}>
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="quiet">
            {hint}
          </span>
        )}
      </div>
      <div className={classes.control}>
        {children({ id, 'aria-describedby': hint === undefined ? undefined : `${id}-hint` })}
      </div>
    </div>
  )
}
