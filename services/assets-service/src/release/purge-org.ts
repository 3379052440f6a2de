import { assetPrefix } from '@atrium/asset-key'
import { OrgDeleted } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { isOrgRemoved, markOrgRemoved } from './removed-orgs.db.ts'

type PurgeDeps = Pick<Deps, 'store' | 'cache' | 'db' | 'logger'>

/**
 * Removes every blob of an org outright, without asking who points at them (release rule 5). The note comes
 * first and is seen by everybody: an upload looks for it once its blob is stored, so that either this purge
 * finds the blob or the upload finds the note.
 */
export async function purgeOrg(deps: PurgeDeps, orgId: string): Promise<void> {
  await markOrgRemoved(deps.db, orgId)
  const removed = await deps.store.purge(orgId)
  deps.cache.evictPrefix(assetPrefix(orgId))
  deps.logger.info({ org: orgId, ...removed }, '[assets] org purged')
}

/** For a blob that was just stored: whether its org is gone, and then the blob is, too. */
export async function purgeIfRemoved(deps: Pick<Deps, 'store' | 'db'>, orgId: string): Promise<boolean> {
  if (!(await isOrgRemoved(deps.db, orgId))) return false
  await deps.store.purge(orgId)
  return true
}

/** Purges when an org is deleted. A purge that fails half-way is repeated with the event. */
export const purgeConsumer = (deps: PurgeDeps) =>
  eventConsumer(
    'purge-org',
    OrgDeleted,
    (_tx: Transaction, event) => purgeOrg(deps, event.data.orgId),
    // Blobs go one by one, outside of the transaction; a large org takes longer than an ordinary event may.
    { batch: 1, timeoutMs: 1_800_000 },
  )
