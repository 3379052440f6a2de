import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseHref } from '../ui/text/parse-href.ts'

interface PlaceRowProps {
  readonly href: string | undefined
  readonly className: string | undefined
  readonly children: ReactNode
}

export function PlaceRow({ href, className, children }: PlaceRowProps) {
  const place = href === undefined ? undefined : parseHref(href)
  return place === undefined ? (
    <div className={`row ${className}`}>{children}</div>
  ) : (
    <Link {...place} className={`row ${className}`}>
      {children}
    </Link>
  )
}
