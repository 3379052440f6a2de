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

/** The counter of an org, without the changes under way. Cheaper than `readUsage`, because it asks the store nothing. */
export const readCounter = async (deps: UsageDeps, orgId: string): Promise<Usage> =>
  (await findUsage(deps.db, orgId)) ?? (await countUsage(deps, orgId))

/** The usage of an org in both lanes, as the store holds it at this moment. */
export async function readUsage(deps: UsageDeps, orgId: string): Promise<Usage> {
  const found = await findUsageWithChanges(deps.db, orgId)
  if (found !== undefined) return addChanges(deps, found)
  const counted = await countUsage(deps, orgId)
  const again = await findUsageWithChanges(deps.db, orgId)
  return again === undefined ? counted : addChanges(deps, again)
}

/**
 * Adds the changes that the store holds already and the counter does not. Such a change is about to settle, or the
 * database or the process ended before it could.
 */
async function addChanges({ store }: UsageDeps, { usage, changes }: UsageWithChanges): Promise<Usage> {
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

/** Grows with every blob of the org that is stored or deleted. */
export const usageVersion = (deps: Pick<UsageDeps, 'db'>, orgId: string): Promise<number> =>
  findUsageVersion(deps.db, orgId)

/** Lists an org and sets its counter. New changes wait; running ones are not counted, they settle themselves. */
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
