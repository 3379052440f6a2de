import { AppError, FindOrg, FindUserByEmail } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { findOrgRow, type OrgRow } from './orgs.db.ts'

const isAway = (error: unknown): boolean =>
  error instanceof AppError && error.kind === 'unavailable'

/**
 * Returns the org with this slug or id, from identity or from its stored events. Throws
 * `unavailable` if neither has it.
 */
export async function findOrg(deps: Deps, slugOrId: string): Promise<OrgRow | undefined> {
  try {
    const { org } = await callRpc(deps.bus, FindOrg, { slugOrId })
    return org === null ? undefined : { orgId: org.orgId, ownerId: org.ownerId }
  } catch (error) {
    if (!isAway(error)) throw error
    const storedOrg = await findOrgRow(deps.db, slugOrId)
    if (storedOrg === undefined) throw error
    return storedOrg
  }
}

/**
 * Returns the owner for the first of these addresses with a trusted account and an org. Throws
 * `unavailable`.
 */
export async function findOwner(deps: Deps, emails: readonly string[]) {
  for (const email of emails) {
    const { user } = await callRpc(deps.bus, FindUserByEmail, { email })
    if (user !== null && user.orgId !== null)
      return { userId: user.userId, orgId: user.orgId, email: user.email }
  }
  return undefined
}
