import type { BlobStore, Usage } from '@atrium/blob-store'
import { inTransaction } from '@atrium/database'
import type { Db } from '../database.ts'
import {
  changesUnderWay,
  ensureUsageRow,
  findUsage,
  findUsageVersion,
  lockUsage,
  replaceUsage,
} from './usage.db.ts'

export interface UsageDeps {
  readonly db: Db
  readonly store: Pick<BlobStore, 'list' | 'stat'>
}

/** The usage of an org in both lanes; exact, except for changes that a crash interrupted. */
export const readUsage = async (deps: UsageDeps, orgId: string): Promise<Usage> =>
  (await findUsage(deps.db, orgId)) ?? (await countUsage(deps, orgId))

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
