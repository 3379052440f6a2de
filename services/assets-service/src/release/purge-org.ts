import { assetPrefix } from '@atrium/asset-key'
import { OrgDeleted } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { isOrgRemoved, markOrgRemoved } from './removed-orgs.db.ts'

type PurgeDeps = Pick<Deps, 'store' | 'cache' | 'db' | 'logger'>

/** The end of an org commits first: either the purge finds an upload's blob or the upload finds the end. */
export async function purgeOrg(deps: PurgeDeps, orgId: string): Promise<void> {
  await markOrgRemoved(deps.db, orgId)
  const removed = await deps.store.purge(orgId)
  deps.cache.evictPrefix(assetPrefix(orgId))
  deps.logger.info({ org: orgId, ...removed }, '[assets] org purged')
}

/** After storing a blob: purges it when its org has ended; returns whether it did. */
export async function purgeIfRemoved(deps: Pick<Deps, 'store' | 'db'>, orgId: string): Promise<boolean> {
  if (!(await isOrgRemoved(deps.db, orgId))) return false
  await deps.store.purge(orgId)
  return true
}

/** Purges a deleted org; a redelivery repeats a failed purge. */
export const purgeConsumer = (deps: PurgeDeps) =>
  eventConsumer(
    'purge-org',
    OrgDeleted,
    (_tx: Transaction, event) => purgeOrg(deps, event.data.orgId),
    // Blobs are removed outside of the transaction; a large org takes longer than the default timeout.
    { batch: 1, timeoutMs: 1_800_000 },
  )
