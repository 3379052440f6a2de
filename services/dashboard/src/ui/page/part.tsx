import type { ReactNode } from 'react'

interface PartProps {
  readonly id: string
  readonly title: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

export const Part = ({ id, title, className, children }: PartProps) => (
  <section className={className} aria-labelledby={id}>
    <h2 id={id} className="heading">
      {title}
    </h2>
    {children}
  </section>
)
