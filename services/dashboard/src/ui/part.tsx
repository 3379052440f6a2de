import type { ReactNode } from 'react'

interface PartProps {
  readonly id: string
  readonly title: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A part of a page, labelled by its heading. */
export const Part = ({ id, title, className, children }: PartProps) => (
  <section className={className} aria-labelledby={id}>
    <h2 id={id} className="heading">
      {title}
    </h2>
    {children}
  </section>
)
