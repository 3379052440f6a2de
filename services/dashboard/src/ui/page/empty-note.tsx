import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-note.module.css'

interface EmptyNoteProps {
  readonly icon: Icon
  /** The heading level below the page's or the part's heading. */
  readonly heading: 'h2' | 'h3'
  readonly title: string
  readonly children: ReactNode
  readonly action: ReactNode
}

export const EmptyNote = ({
  icon: Glyph,
  heading: Heading,
  title,
  children,
  action,
}: EmptyNoteProps) => (
  <section className={`raised ${classes.note}`} aria-label={title}>
    <Glyph size={28} stroke={1.5} aria-hidden />
    <Heading className="bold" style={{ margin: '8px 0 4px', fontSize: 15 }}>
      {title}
    </Heading>
    <p>{children}</p>
    {action}
  </section>
)
