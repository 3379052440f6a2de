import type { Icon } from '@tabler/icons-react'
import classes from './state-badge.module.css'

export type Look = readonly [
  label: string,
  icon: Icon,
  tone: 'quiet' | 'accent' | 'good' | 'bad' | 'warn',
]

export const StateBadge = ({ look: [label, Glyph, tone] }: { look: Look }) => (
  <span className={`fine firm strong ${classes.badge}`} data-tone={tone}>
    <Glyph size={14} aria-hidden />
    {label}
  </span>
)
