import { textLength } from '@atrium/contracts'
import { useMemo, useState } from 'react'
import { keepsDialog, Step } from './keeps-dialog.tsx'
import { findLimit, type Offer } from './offer.ts'
import type { Outcome } from './to-outcome.ts'
import { wordDiff } from './word-diff.ts'
import classes from './writing.module.css'

export function Answer({
  outcome: { text, cost },
  offer: { want, replaced },
  isOutdated,
  onTake,
  onAgain,
  onFurther,
  onClose,
}: {
  outcome: Extract<Outcome, { kind: 'answer' }>
  offer: Offer
  isOutdated: boolean
  onTake: () => void
  onAgain: () => void
  /** Asks again, with the suggestion as the text. */
  onFurther: () => void
  onClose: () => void
}) {
  const [isWhole, setWhole] = useState(replaced.trim() === '')
  const limit = findLimit(want)
  const used = limit === null ? 0 : textLength(text, limit.count)
  const over = limit === null ? 0 : used - limit.max
  return (
    <>
      <Difference before={replaced} after={text} isWhole={isWhole} />
      <p className="fine wrapped figures" style={{ gap: '4px 16px' }}>
        {limit !== null && (
          <span className={over > 0 ? 'bad strong' : undefined}>
            {limit.place}: {used.toLocaleString()} / {limit.max.toLocaleString()}
            {over > 0 && `, ${over.toLocaleString()} too many`}
          </span>
        )}
        {cost !== null && <span>{cost}</span>}
        <button
          type="button"
          className={`hoverable plain-button ${classes.toggle}`}
          aria-pressed={isWhole}
          onClick={() => setWhole(!isWhole)}
          {...keepsDialog}
        >
          Only the new text
        </button>
      </p>
      {isOutdated && (
        <p className="fine wrapped figures" style={{ gap: '4px 16px' }}>
          The text has changed, so the suggestion does not include your latest words.
        </p>
      )}
      <div className="wrapped">
        <Step variant="filled" onClick={onTake}>
          Use it
        </Step>
        {over > 0 && <Step onClick={onFurther}>Shorten it further</Step>}
        <Step onClick={onAgain}>Try again</Step>
        <Step onClick={onClose}>Discard</Step>
      </div>
    </>
  )
}

function Difference({
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
      className={`preserved ${classes.text}`}
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
