import { FindOrg } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { offerErrors } from './offer.ts'

interface Org {
  orgId: string
  name: string
  slug: string
}

/** The org with this slug, as identity knows it. Throws `not_found`; `unavailable` when identity is away. */
export const orgOfSlug = (deps: Deps, slug: string): Promise<Org> =>
  findOrg(deps, slug, (org) => org.slug === slug)

/** The same by its id. */
export const orgOfId = (deps: Deps, orgId: string): Promise<Org> =>
  findOrg(deps, orgId, (org) => org.orgId === orgId)

async function findOrg(deps: Deps, slugOrId: string, isIt: (org: Org) => boolean): Promise<Org> {
  const { org } = slugOrId.length > 200 ? { org: null } : await callRpc(deps.bus, FindOrg, { slugOrId })
  if (org === null || !isIt(org)) throw offerErrors.not_found({ message: 'Organisation not found' })
  return org
}
