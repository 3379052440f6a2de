import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-note.module.css'

interface EmptyNoteProps {
  readonly icon: Icon
  /** The level below the heading of the page or of its part. */
  readonly heading: 'h2' | 'h3'
  readonly title: string
  readonly children: ReactNode
  readonly action: ReactNode
}

/** A note above an empty board or grid: its purpose and the first step. */
export const EmptyNote = ({ icon: Glyph, heading: Heading, title, children, action }: EmptyNoteProps) => (
  <section className={`raised ${classes.note}`} aria-label={title}>
    <Glyph size={28} stroke={1.5} aria-hidden />
    <Heading className={classes.title}>{title}</Heading>
    <p>{children}</p>
    {action}
  </section>
)
