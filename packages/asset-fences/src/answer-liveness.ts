import { parseAssetKey } from '@atrium/asset-key'
import type { Transaction } from 'kysely'
import type { FenceDeps } from './fence-deps.ts'
import { deleteFences, insertFences, lockAssets } from './fences.db.ts'

/** Expires a fence if its round is never settled. A round takes far less time. */
const fenceMs = 15 * 60_000
/** Refuses a released key for longer than any request or undo could still use the key. */
const tombstoneMs = 7 * 86_400_000

const inTransaction = <DB, T>(
  { db }: Pick<FenceDeps<DB>, 'db'>,
  run: (tx: Transaction<DB>) => Promise<T>,
) => db.transaction().execute(run)

/** Returns the live keys and fences the others. Throws if the scan of one root fails. */
export async function answerLiveness<DB>(
  deps: FenceDeps<DB>,
  input: { orgId: string; keys: readonly string[]; releaseId: string },
): Promise<{ live: string[] }> {
  const { orgId, releaseId } = input
  const keys = [...new Set(input.keys)].filter((key) => parseAssetKey(key)?.orgId === orgId)
  if (keys.length === 0) return { live: [] }
  return inTransaction(deps, async (tx) => {
    await lockAssets(tx, deps.service, orgId, 'exclusive')
    const live = new Set(await deps.findLive(tx, orgId, keys))
    const until = new Date(deps.now().getTime() + fenceMs)
    const dead = keys.filter((key) => !live.has(key))
    await insertFences(tx, { orgId, releaseId, released: false, until }, dead)
    return { live: [...live] }
  })
}

/** Ends a round. Kept keys may be referenced again, and released keys are refused for a week. */
export async function settleRelease<DB>(
  deps: Pick<FenceDeps<DB>, 'db' | 'now'>,
  input: { orgId: string; releaseId: string; released: readonly string[]; kept: readonly string[] },
): Promise<void> {
  const { orgId, releaseId } = input
  const released = input.released.filter((key) => parseAssetKey(key)?.orgId === orgId)
  await inTransaction(deps, async (tx) => {
    const until = new Date(deps.now().getTime() + tombstoneMs)
    await insertFences(tx, { orgId, releaseId, released: true, until }, released)
    if (input.kept.length > 0) await deleteFences(tx, releaseId, input.kept)
  })
}
