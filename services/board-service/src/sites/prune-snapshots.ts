import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { changeKeys } from '../references/change-references.ts'
import {
  deleteOldSnapshots,
  findSitesWithOldSnapshots,
  findSnapshotKeys,
  lockSiteIfThere,
  type SnapshotAge,
} from './sites.db.ts'

/** The newest snapshots of a site, which stay for as long as the site. */
const keptSnapshots = 20
const keptMs = 90 * 86_400_000
const sitesAtOnce = 50

/**
 * Deletes snapshots that are neither among the newest of their site nor young, and offers their files to the release
 * routine (docs/reference/board.md, "Templates and sites"). True if there may be more.
 */
export async function pruneSnapshots(deps: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  const age: SnapshotAge = { kept: keptSnapshots, before: new Date(deps.now().getTime() - keptMs) }
  const found = await findSitesWithOldSnapshots(deps.db, age, sitesAtOnce)
  for (const { org_id: orgId, site_id: siteId } of found) {
    await inTransaction(deps.db, undefined, async (tx) => {
      // A publish holds the same lock, so it counts the files of the snapshots that are left.
      if (!(await lockSiteIfThere(tx, orgId, siteId))) return
      const before = await findSnapshotKeys(tx, orgId, siteId)
      await deleteOldSnapshots(tx, { orgId, siteId }, age)
      const after = await findSnapshotKeys(tx, orgId, siteId)
      await changeKeys(tx, orgId, before, after, deps.now())
    })
  }
  return found.length === sitesAtOnce
}
