import type { TranscriptEntry } from '@atrium/contracts'
import { type CSSProperties, memo, useState } from 'react'
import classes from './agent-runs.module.css'
import { cutBeginning, parseSpans } from './ansi-spans.ts'

const faint = (colour: string): CSSProperties => ({
  background: `color-mix(in srgb, var(--${colour}) 16%, transparent)`,
})

/** The terminal's looks in the theme's colours. */
const styles: Readonly<Record<string, CSSProperties>> = {
  'fg-black': { color: 'var(--text)' },
  'fg-white': { color: 'var(--text)' },
  'fg-red': { color: 'var(--bad)' },
  'fg-green': { color: 'var(--good)' },
  'fg-yellow': { color: 'var(--warn)' },
  'fg-blue': { color: 'light-dark(#1f5fc4, #7fb0ff)' },
  'fg-magenta': { color: 'light-dark(#9c2fa0, #e39be6)' },
  'fg-cyan': { color: 'light-dark(#0f6b78, #6fd3e0)' },
  'bg-black': { background: 'var(--pressed)' },
  'bg-white': { background: 'var(--pressed)' },
  'bg-red': faint('bad'),
  'bg-green': faint('good'),
  'bg-yellow': faint('warn'),
  'bg-blue': faint('accent'),
  'bg-magenta': faint('accent'),
  'bg-cyan': faint('accent'),
  bright: { fontWeight: 600 },
  bold: { fontWeight: 600 },
  dim: { color: 'var(--quiet)' },
  italic: { fontStyle: 'italic' },
  underline: { textDecoration: 'underline' },
}

/**
 * Shows a line in its colours. An endless line is cut until the reader asks for all of it or a
 * search finds it.
 */
export const TranscriptLine = memo(
  ({ entry, found }: { entry: TranscriptEntry; found: boolean }) => {
    const [isWhole, setIsWhole] = useState(false)
    const { beginning, left } =
      isWhole || found ? { beginning: entry.text, left: 0 } : cutBeginning(entry.text)
    return (
      <span className={classes.lineText} data-stream={entry.stream} data-found={found || undefined}>
        {parseSpans(beginning).map(({ text, looks }, at) => (
          <span key={at} style={Object.assign({}, ...looks.map((look) => styles[look]))}>
            {text}
          </span>
        ))}
        {left > 0 && (
          <button
            type="button"
            className={`raised muted ${classes.more}`}
            onClick={() => setIsWhole(true)}
          >
            {left.toLocaleString()} more characters
          </button>
        )}
      </span>
    )
  },
)
