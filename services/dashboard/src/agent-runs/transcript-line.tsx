import type { TranscriptEntry } from '@atrium/contracts'
import { memo, useState } from 'react'
import classes from './agent-runs.module.css'
import { beginningOf, spansOf } from './ansi-spans.ts'

/** The text of a line in its colours; of an endless one the beginning, until the reader wants all of it or a search finds it. */
export const TranscriptLine = memo(({ entry, found }: { entry: TranscriptEntry; found: boolean }) => {
  const [isWhole, setIsWhole] = useState(false)
  const { beginning, left } = isWhole || found ? { beginning: entry.text, left: 0 } : beginningOf(entry.text)
  return (
    <span className={classes.lineText} data-stream={entry.stream} data-found={found || undefined}>
      {spansOf(beginning).map(({ text, looks }, at) => (
        <span key={at} className={looks.map((look) => classes[look]).join(' ')}>
          {text}
        </span>
      ))}
      {left > 0 && (
        <button type="button" className={classes.more} onClick={() => setIsWhole(true)}>
          {left.toLocaleString()} more characters
        </button>
      )}
    </span>
  )
})
