import { assetPrefix } from '@atrium/asset-key'
import { OrgDeleted } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { isOrgRemoved, markOrgRemoved } from './removed-orgs.db.ts'

type PurgeDeps = Pick<Deps, 'store' | 'archives' | 'cache' | 'db' | 'logger'>

/**
 * Deletes an org's blobs. The org is marked as deleted first. So either the purge finds a running
 * upload's blob, or the upload finds the mark.
 */
export async function purgeOrg(deps: PurgeDeps, orgId: string): Promise<void> {
  await markOrgRemoved(deps.db, orgId)
  const removed = await deps.store.purge(orgId)
  await deps.archives.purge(orgId)
  deps.cache.evictPrefix(assetPrefix(orgId))
  deps.logger.info({ org: orgId, ...removed }, '[assets] org purged')
}

/** Purges the org if it is deleted, and returns true if so. Call it after storing a blob. */
export async function purgeIfRemoved(
  deps: Pick<Deps, 'store' | 'db'>,
  orgId: string,
): Promise<boolean> {
  if (!(await isOrgRemoved(deps.db, orgId))) return false
  await deps.store.purge(orgId)
  return true
}

/** Purges a deleted org. A redelivery repeats a failed purge. */
export const purgeConsumer = (deps: PurgeDeps) =>
  eventConsumer(
    'purge-org',
    OrgDeleted,
    (_tx: Transaction, event) => purgeOrg(deps, event.data.orgId),
    // Deletes the blobs outside the transaction. A large org takes longer than the default timeout.
    { batch: 1, timeoutMs: 1_800_000 },
  )
