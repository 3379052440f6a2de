import { FindOrg } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { offerErrors } from './offer.ts'

/** The org with this slug, as identity knows it. Throws `not_found`; `unavailable` when identity is away. */
export async function orgOfSlug(deps: Deps, slug: string): Promise<{ orgId: string; name: string }> {
  if (slug.length > 200) throw offerErrors.not_found()
  const { org } = await callRpc(deps.bus, FindOrg, { slugOrId: slug })
  if (org === null || org.slug !== slug) throw offerErrors.not_found({ message: 'Organisation not found' })
  return org
}
