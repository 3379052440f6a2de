import type { Happening } from '@atrium/contracts'
import { IconExternalLink } from '@tabler/icons-react'
import money from '../money/money.module.css'
import { useMe } from '../platform/me.ts'
import { periodLabel } from './local-time.ts'

/** Time, place and public address of a happening. */
export function HappeningFacts({ happening }: { happening: Happening }) {
  const { org } = useMe()
  const { startsAt, endsAt, place, slug, published } = happening
  const address = `${window.location.origin}/happening/${org?.slug}/${slug}`
  return (
    <div className="card">
      <dl className={money.details}>
        <dt>When</dt>
        <dd>{periodLabel(startsAt, endsAt)}</dd>
        {place !== '' && (
          <>
            <dt>Where</dt>
            <dd dir="auto">{place}</dd>
          </>
        )}
        <dt>Public page</dt>
        <dd>
          {published ? (
            <a href={address} target="_blank" rel="noreferrer" className="link">
              {address} <IconExternalLink size={12} aria-label="in a new tab" />
            </a>
          ) : (
            'None until it is published'
          )}
        </dd>
      </dl>
    </div>
  )
}
