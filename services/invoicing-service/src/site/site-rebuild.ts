import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps, SiteRebuild } from '../deps.ts'
import { putRebuild, returnRebuild, takeRebuild } from './site-rebuild.db.ts'

const longestWaitMs = 60_000
const attempts = 5

/**
 * Requests a rebuild in the transaction of a catalog change. Each further change delays it by the
 * quiet time, at most by a minute in all.
 */
export async function requestSiteRebuild(
  { siteRebuild, now }: Deps,
  tx: Transaction,
): Promise<void> {
  if (siteRebuild === null) return
  const changed = now()
  await putRebuild(tx, changed, new Date(changed.getTime() + siteRebuild.quietMs), longestWaitMs)
}

/**
 * Triggers a requested rebuild on one replica. A failed call is retried with growing back-off.
 * Returns true if a call succeeded.
 */
export async function triggerSiteRebuild(deps: Deps): Promise<boolean> {
  const { db, siteRebuild, now } = deps
  if (siteRebuild === null) return false
  const claimed = await inTransaction(db, undefined, (tx) => takeRebuild(tx, now()))
  if (claimed === undefined) return false
  try {
    await post(siteRebuild)
    return true
  } catch (error) {
    const failures = claimed.failures + 1
    deps.logger.warn({ err: error, failures }, '[site] the rebuild trigger failed')
    if (failures < attempts) {
      const due = new Date(now().getTime() + 2 ** failures * siteRebuild.quietMs)
      await inTransaction(db, undefined, (tx) =>
        returnRebuild(tx, { ...claimed, due_at: due, failures }),
      )
    }
    return false
  }
}

async function post({ url, token }: SiteRebuild): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The rebuild URL responded with status ${response.status}`)
}
