import type { ReactNode } from 'react'

interface PartProps {
  readonly id: string
  readonly title: string
  /** The space above the part. */
  readonly mt?: number
  readonly children: ReactNode
}

export const Part = ({ id, title, mt = 0, children }: PartProps) => (
  <section style={{ marginTop: mt }} aria-labelledby={id}>
    <h2 id={id} className="heading">
      {title}
    </h2>
    {children}
  </section>
)
