import { parseAssetKey } from '@atrium/asset-key'
import type { BlobStore } from '@atrium/blob-store'
import { deleteOrgRows, inTransaction } from '@atrium/database'
import type { Db } from '../database.ts'
import { orgTables } from '../org-tables.ts'
import {
  addToUsage,
  deleteChange,
  distrustUsage,
  ensureUsageRow,
  insertChange,
  lockUsage,
  type UsageChange,
} from './usage.db.ts'

/**
 * A store that keeps `org_usage` in step: a change is noted before the store is touched and settled with the
 * counter afterwards. What a crash leaves between the two is settled by `reconcileUsage`.
 */
export function countChanges({ db, store }: { db: Db; store: BlobStore }): BlobStore {
  async function commit(change: UsageChange, commitStaged: () => Promise<void>): Promise<void> {
    await begin(db, change)
    try {
      await commitStaged()
    } catch (error) {
      await settle(db, change, false)
      throw error
    }
    await settle(db, change, true)
  }

  const stage: BlobStore['stage'] = async (source, options) => {
    const staged = await store.stage(source, options)
    return {
      ...staged,
      commit: (key) =>
        commit({ key, orgId: orgOf(key), kind: 'put', bytes: staged.bytes }, () => staged.commit(key)),
    }
  }

  return {
    ...store,
    stage,
    async put(key, source, options) {
      orgOf(key)
      const staged = await stage(source, options)
      await staged.commit(key)
      return { bytes: staged.bytes }
    },
    async delete(key) {
      const facts = await store.stat(key)
      if (facts === undefined) return false
      const change: UsageChange = { key, orgId: orgOf(key), kind: 'delete', bytes: facts.bytes }
      await begin(db, change)
      const removed = await store.delete(key)
      await settle(db, change, removed)
      return removed
    },
    async purge(orgId) {
      const removed = await store.purge(orgId)
      await inTransaction(db, undefined, (tx) => deleteOrgRows(tx, orgTables, orgId))
      return removed
    },
  }
}

/** Notes a change, once a count of the org that is going on has ended. */
const begin = (db: Db, change: UsageChange): Promise<void> =>
  inTransaction(db, undefined, async (tx) => {
    await ensureUsageRow(tx, change.orgId)
    await lockUsage(tx, change.orgId)
    // Of two changes of one blob at once nobody can say which was first: the org is counted anew.
    if (!(await insertChange(tx, change))) await distrustUsage(tx, change.orgId)
  })

/** Ends a change: `happened` says whether the store is different now. */
export const settle = (db: Db, change: UsageChange, happened: boolean): Promise<void> =>
  inTransaction(db, undefined, async (tx) => {
    await lockUsage(tx, change.orgId)
    const mine = await deleteChange(tx, change.orgId, change.key)
    if (!happened) return
    // A sweep took this change for one that a crash had left, and may have seen the store before it happened.
    if (!mine) return distrustUsage(tx, change.orgId)
    const sign = change.kind === 'put' ? 1 : -1
    await addToUsage(tx, change.orgId, sign * change.bytes, sign)
  })

function orgOf(key: string): string {
  const parsed = parseAssetKey(key)
  if (parsed === undefined) throw new TypeError('Malformed asset key')
  return parsed.orgId
}
