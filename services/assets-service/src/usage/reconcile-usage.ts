import type { Deps } from '../deps.ts'
import { settle } from './count-changes.ts'
import { countUsage } from './count-usage.ts'
import { findUsage, orgsToCount, staleChanges } from './usage.db.ts'

/**
 * An upload to an object store may take minutes. If a change takes longer than this, its org is
 * counted again.
 */
const staleAfterSeconds = 300
const countAfterSeconds = 24 * 3_600
const changesAtOnce = 200
const orgsAtOnce = 20

type ReconcileDeps = Pick<Deps, 'db' | 'store' | 'logger'>

/**
 * Settles the changes of crashed processes. Counts an org if it has no count or the count is older
 * than a day.
 */
export async function reconcileUsage(deps: ReconcileDeps, signal?: AbortSignal): Promise<void> {
  for (const change of await staleChanges(deps.db, staleAfterSeconds, changesAtOnce)) {
    if (signal?.aborted) return
    const isThere = (await deps.store.stat(change.key)) !== undefined
    await settle(deps.db, change, change.kind === 'put' ? isThere : !isThere)
  }
  for (const orgId of await orgsToCount(deps.db, countAfterSeconds, orgsAtOnce)) {
    if (signal?.aborted) return
    const believed = await findUsage(deps.db, orgId)
    const counted = await countUsage(deps, orgId)
    if (believed && (believed.bytes !== counted.bytes || believed.count !== counted.count)) {
      deps.logger.warn({ org: orgId, believed, counted }, '[assets] the usage counter was off')
    }
  }
}
