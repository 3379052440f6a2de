import type { Icon } from '@tabler/icons-react'
import classes from './state-badge.module.css'

/** The name, the mark and the tone of a state. */
export type Look = readonly [
  label: string,
  icon: Icon,
  tone: 'quiet' | 'accent' | 'good' | 'bad' | 'warn',
]

/** The state of a record with an icon and its name. */
export const StateBadge = ({ look: [label, Glyph, tone] }: { look: Look }) => (
  <span className={`fine ${classes.badge}`} data-tone={tone}>
    <Glyph size={14} aria-hidden />
    {label}
  </span>
)
