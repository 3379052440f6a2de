import { commonErrors, type Principal } from '@atrium/contracts'
import { inTransaction, wakeOutbox } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { deleteOrg, lockOwnRole } from './orgs.db.ts'

/**
 * Removes an org with its members, invitations and keys, and takes it out of every session; `org.deleted` tells
 * the other services, in the same transaction. For anybody but a member the org does not exist (404), and only
 * an owner, with the session or a key of that role, may do it (403).
 */
export async function purgeOrg(
  deps: Deps,
  { principal }: { principal: Principal },
  orgId: string,
): Promise<void> {
  await inTransaction(deps.db, undefined, async (tx) => {
    const role = await lockOwnRole(tx, { orgId, userId: principal.userId })
    if (role === undefined) throw commonErrors.not_found()
    if (principal.via !== 'session' && principal.orgId !== orgId) throw commonErrors.not_found()
    const acting = principal.via === 'session' ? role : principal.role
    if (role !== 'owner' || acting !== 'owner') throw commonErrors.forbidden()
    await deleteOrg(tx, orgId)
  })
  wakeOutbox(deps.db)
}

/** Removes an org for a caller whom better-auth has found to be its owner. */
export async function removeOrg(deps: Pick<Deps, 'db'>, orgId: string): Promise<void> {
  await inTransaction(deps.db, undefined, (tx) => deleteOrg(tx, orgId))
}
