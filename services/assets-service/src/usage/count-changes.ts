import { findContentType } from '@atrium/asset-key'
import { type BlobStore, requireKey } from '@atrium/blob-store'
import { AssetDeleted, AssetStored } from '@atrium/contracts'
import { deleteOrgRows, emit, inTransaction, isForeignKeyViolation } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import { forgetFile } from '../descriptions/descriptions.ts'
import { forgetMediaFacts } from '../media-facts/read-media-facts.ts'
import { orgTables } from '../org-tables.ts'
import {
  addToUsage,
  deleteChange,
  distrustUsage,
  ensureUsageRow,
  insertChange,
  type UsageChange,
} from './usage.db.ts'

/**
 * Wraps a store so that it counts in `org_usage`. Each change is recorded before its write and
 * settled afterwards.
 */
export function countChanges({ db, store }: { db: Db; store: BlobStore }): BlobStore {
  return {
    ...store,
    async stage(source, options) {
      const staged = await store.stage(source, options)
      let { bytes } = staged
      return {
        ...staged,
        async replace(others) {
          await staged.replace(others)
          bytes = others.length
        },
        async commit(key) {
          const { orgId } = requireKey(key)
          const change: UsageChange = { key, orgId, kind: 'put', bytes }
          await begin(db, change)
          try {
            await staged.commit(key)
          } catch (error) {
            await settle(db, change, false)
            throw error
          }
          await settle(db, change, true)
        },
      }
    },
    async delete(key) {
      const facts = await store.stat(key)
      if (facts === undefined) return false
      const change: UsageChange = {
        key,
        orgId: requireKey(key).orgId,
        kind: 'delete',
        bytes: facts.bytes,
      }
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

/** Records a change. Waits for a running count of the org. */
async function begin(db: Db, change: UsageChange): Promise<void> {
  const recorded = await insertChange(db, change).catch(async (error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error
    await ensureUsageRow(db, change.orgId)
    return insertChange(db, change)
  })
  // Another change of the same blob is in progress, and their order is unknown. So the org is
  // counted again.
  if (!recorded) await distrustUsage(db, change.orgId)
}

/** Ends a change. `happened` is true if the store contains the change. */
export async function settle(db: Db, change: UsageChange, happened: boolean): Promise<void> {
  if (!happened) return void (await deleteChange(db, change.orgId, change.key))
  await inTransaction(db, undefined, async (tx) => {
    const mine = await deleteChange(tx, change.orgId, change.key)
    await announce(tx, change)
    if (change.kind === 'delete') {
      await forgetFile(tx, change.orgId, change.key)
      await forgetMediaFacts(tx, change.orgId, change.key)
    }
    // A sweep took this change for an interrupted one and may have read the store too early.
    if (!mine) return distrustUsage(tx, change.orgId)
    // Must come last. It waits for a running count, and blocks the org's other changes until the
    // transaction ends.
    const sign = change.kind === 'put' ? 1 : -1
    await addToUsage(tx, change.orgId, sign * change.bytes, sign)
  })
}

async function announce(tx: Transaction, { kind, key, orgId, bytes }: UsageChange): Promise<void> {
  const { visibility, extension } = requireKey(key)
  const data = { key, visibility, contentType: findContentType(extension), bytes }
  await emit(tx, kind === 'put' ? AssetStored : AssetDeleted, orgId, data)
}
