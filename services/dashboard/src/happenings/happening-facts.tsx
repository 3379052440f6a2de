import type { Happening } from '@atrium/contracts'
import { IconExternalLink } from '@tabler/icons-react'
import { Facts } from '../money/facts.tsx'
import { useMe } from '../platform/me.ts'
import { periodLabel } from './local-time.ts'

/** Time, place and public address of a happening. */
export function HappeningFacts({ happening }: { happening: Happening }) {
  const { org } = useMe()
  const { startsAt, endsAt, place, slug, published } = happening
  const address = `${window.location.origin}/happening/${org?.slug}/${slug}`
  return (
    <Facts
      wide
      facts={{
        When: periodLabel(startsAt, endsAt),
        Where: place || null,
        'Public page': published ? (
          <a href={address} target="_blank" rel="noreferrer" className="link">
            {address} <IconExternalLink size={12} aria-label="in a new tab" />
          </a>
        ) : (
          'None until it is published'
        ),
      }}
    />
  )
}
