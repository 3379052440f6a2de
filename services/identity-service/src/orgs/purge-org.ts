import { commonErrors, OrgDeleted, type Principal } from '@atrium/contracts'
import { inTransaction, wakeOutbox } from '@atrium/database'
import { whenConsumed } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'
import { deleteOrg, lockOwnRole } from './orgs.db.ts'

/** The time that an answer waits for the other services. */
const patienceMs = 5_000

/**
 * Removes an org with its members, invitations and keys, and takes it out of every session; `org.deleted` informs
 * the other services, in the same transaction. It returns when they have removed their parts, after five seconds at
 * the latest; a slower service goes on by itself. For other users than members the org does not exist (404), and only
 * an owner, with the session or a key of that role, may do it (403).
 */
export async function purgeOrg(deps: Deps, { principal }: Ctx<Principal>, orgId: string): Promise<void> {
  await inTransaction(deps.db, undefined, async (tx) => {
    const role = await lockOwnRole(tx, { orgId, userId: principal.userId })
    if (role === undefined) throw commonErrors.not_found()
    if (principal.via !== 'session' && principal.orgId !== orgId) throw commonErrors.not_found()
    const acting = principal.via === 'session' ? role : principal.role
    if (role !== 'owner' || acting !== 'owner') throw commonErrors.forbidden()
    await deleteOrg(tx, orgId)
  })
  wakeOutbox(deps.db)
  if (await whenConsumed(deps.bus, OrgDeleted, orgId, patienceMs)) return
  deps.logger.warn({ org: orgId }, '[orgs] an org is deleted, and not every service has removed its part yet')
}

/** Removes an org for a caller whom better-auth has found to be its owner. */
export async function removeOrg(deps: Pick<Deps, 'db'>, orgId: string): Promise<void> {
  await inTransaction(deps.db, undefined, (tx) => deleteOrg(tx, orgId))
}
