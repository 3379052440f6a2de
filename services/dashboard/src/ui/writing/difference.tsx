import { useMemo } from 'react'
import { keepsDialog } from './keeps-dialog.tsx'
import { wordDiff } from './word-diff.ts'
import classes from './writing.module.css'

export function Difference({
  before,
  after,
  isWhole,
}: {
  before: string
  after: string
  isWhole: boolean
}) {
  const parts = useMemo(() => wordDiff(before, after), [before, after])
  return (
    <section
      className={classes.text}
      aria-label="Suggestion"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long suggestion.
      tabIndex={0}
      dir="auto"
      {...keepsDialog}
    >
      {isWhole
        ? after
        : parts.map(({ kind, text }, at) => {
            const key = `${at} ${kind}`
            if (kind === 'gone') return <del key={key}>{text}</del>
            if (kind === 'new') return <ins key={key}>{text}</ins>
            return <span key={key}>{text}</span>
          })}
    </section>
  )
}
