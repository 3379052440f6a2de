import { commonErrors, OrgDeleted, type Principal } from '@atrium/contracts'
import { inTransaction, wakeOutbox } from '@atrium/database'
import { whenConsumed } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'
import { deleteOrg, lockOwnRole } from './orgs.db.ts'

const patienceMs = 5_000

/**
 * Deletes an org with its members, invitations and keys, and clears it from every session.
 * `org.deleted` informs the other services in the same transaction. Returns when they have deleted
 * their data, or after five seconds if they take longer. Slower services finish later. Throws 404
 * if the user is no member, and 403 unless the caller is an owner with a session.
 */
export async function purgeOrg(
  deps: Deps,
  { principal }: Ctx<Principal>,
  orgId: string,
): Promise<void> {
  await inTransaction(deps.db, undefined, async (tx) => {
    const role = await lockOwnRole(tx, { orgId, userId: principal.userId })
    if (role === undefined) throw commonErrors.not_found()
    if (principal.via !== 'session' && principal.orgId !== orgId) throw commonErrors.not_found()
    if (role !== 'owner' || principal.via !== 'session') throw commonErrors.forbidden()
    await deleteOrg(tx, orgId)
  })
  wakeOutbox(deps.db)
  if (await whenConsumed(deps.bus, OrgDeleted, orgId, patienceMs)) return
  deps.logger.warn(
    { org: orgId },
    '[orgs] an org is deleted, and not every service has removed its part yet',
  )
}

/** Deletes an org. better-auth has already checked that the caller is an owner. */
export async function removeOrg(deps: Pick<Deps, 'db'>, orgId: string): Promise<void> {
  await inTransaction(deps.db, undefined, (tx) => deleteOrg(tx, orgId))
}
