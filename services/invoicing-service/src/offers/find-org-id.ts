import { FindOrg, offerErrors } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'

/** The org with this slug, or with this id. Throws `not_found`, and `unavailable` without identity. */
export async function findOrg(deps: Deps, by: 'slug' | 'orgId', slugOrId: string) {
  const { org } = slugOrId.length > 200 ? { org: null } : await callRpc(deps.bus, FindOrg, { slugOrId })
  if (org === null || org[by] !== slugOrId) throw offerErrors.not_found({ message: 'Organisation not found' })
  return org
}

/** Its id. */
export const findOrgId = async (deps: Deps, by: 'slug' | 'orgId', slugOrId: string): Promise<string> =>
  (await findOrg(deps, by, slugOrId)).orgId
