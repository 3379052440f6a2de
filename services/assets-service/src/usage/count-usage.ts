import type { BlobStore, Usage } from '@atrium/blob-store'
import { inTransaction } from '@atrium/database'
import type { Db } from '../database.ts'
import {
  changesUnderWay,
  ensureUsageRow,
  findUsage,
  findUsageVersion,
  findUsageWithChanges,
  lockUsage,
  replaceUsage,
  type UsageWithChanges,
} from './usage.db.ts'

export interface UsageDeps {
  readonly db: Db
  readonly store: Pick<BlobStore, 'list' | 'stat'>
}

/**
 * Returns an org's counter without the changes in progress. Cheaper than `readUsage`, because it
 * usually does not ask the store.
 */
export const readCounter = async (deps: UsageDeps, orgId: string): Promise<Usage> =>
  (await findUsage(deps.db, orgId)) ?? (await countUsage(deps, orgId))

/** Returns an org's current usage in both lanes. */
export async function readUsage(deps: UsageDeps, orgId: string): Promise<Usage> {
  const found = await findUsageWithChanges(deps.db, orgId)
  if (found !== undefined) return addChanges(deps, found)
  const counted = await countUsage(deps, orgId)
  const again = await findUsageWithChanges(deps.db, orgId)
  return again === undefined ? counted : addChanges(deps, again)
}

/**
 * Adds changes if the store contains them but the counter does not. Either such a change is about
 * to settle, or the database or the process failed before it could.
 */
async function addChanges(
  { store }: UsageDeps,
  { usage, changes }: UsageWithChanges,
): Promise<Usage> {
  const facts = await Promise.all(changes.map(({ key }) => store.stat(key)))
  let { bytes, count } = usage
  for (const [at, change] of changes.entries()) {
    const isThere = facts[at] !== undefined
    if (isThere !== (change.kind === 'put')) continue
    const sign = isThere ? 1 : -1
    bytes += sign * change.bytes
    count += sign
  }
  return { bytes, count }
}

/** Returns a version. It grows whenever one of the org's blobs is stored or deleted. */
export const usageVersion = (deps: Pick<UsageDeps, 'db'>, orgId: string): Promise<number> =>
  findUsageVersion(deps.db, orgId)

/**
 * Lists an org's blobs and sets its counter. New changes wait meanwhile. Running changes are not
 * counted, because they settle themselves.
 */
export function countUsage(deps: UsageDeps, orgId: string): Promise<Usage> {
  return inTransaction(deps.db, undefined, async (tx) => {
    await ensureUsageRow(tx, orgId)
    await lockUsage(tx, orgId)
    const pending = await changesUnderWay(tx, orgId)
    const keys = new Set(pending.map((change) => change.key))
    let bytes = 0
    let count = 0
    const add = (size: number) => {
      bytes += size
      count += 1
    }
    for await (const blob of deps.store.list(orgId)) if (!keys.has(blob.key)) add(blob.bytes)
    for (const change of pending) if (change.kind === 'delete') add(change.bytes)
    await replaceUsage(tx, orgId, { bytes, count })
    return { bytes, count }
  })
}
