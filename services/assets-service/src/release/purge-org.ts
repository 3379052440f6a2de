import { assetPrefix } from '@atrium/asset-key'
import { OrgDeleted } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import { eventConsumer } from '@atrium/messaging'
import type { Transaction } from 'kysely'
import type { Deps } from '../deps.ts'

/** Removes every blob of an org outright, without asking who points at them (release rule 5). */
export async function purgeOrg(deps: Pick<Deps, 'store' | 'cache' | 'logger'>, orgId: string): Promise<void> {
  const removed = await deps.store.purge(orgId)
  deps.cache.forgetPrefix(assetPrefix(orgId))
  deps.logger.info({ org: orgId, ...removed }, '[assets] org purged')
}

/** Purges when an org is deleted. A purge that fails half-way is repeated with the event. */
export const purgeConsumer = (deps: Pick<Deps, 'store' | 'cache' | 'logger'>) =>
  eventConsumer(
    'purge-org',
    OrgDeleted,
    (_tx: Transaction<PlatformTables>, event) => purgeOrg(deps, event.data.orgId),
    // Blobs go one by one, outside of the transaction; a large org takes longer than an ordinary event may.
    { batch: 1, timeoutMs: 1_800_000 },
  )
