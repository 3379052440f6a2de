import { parseAssetKey } from '@atrium/asset-key'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { lockExclusive } from './asset-lock.db.ts'
import { deleteFences, insertFences } from './references.db.ts'
import { roots as allRoots, type Root } from './roots.db.ts'

/** How long a fence stands when nobody settles its round: far beyond the time a round may take. */
export const fenceMs = 15 * 60_000
/** How long a released key stays refused: longer than any request or undo that might still name it. */
export const tombstoneMs = 7 * 86_400_000

/**
 * Which of the keys are live, and a fence on the others. Any root that fails makes the whole answer fail, which
 * keeps every candidate.
 */
export async function answerLiveness(
  deps: Deps,
  input: { orgId: string; keys: readonly string[]; releaseId: string },
  roots: readonly Root[] = allRoots,
): Promise<{ live: string[] }> {
  const { orgId, releaseId } = input
  const keys = [...new Set(input.keys)].filter((key) => parseAssetKey(key)?.orgId === orgId)
  if (keys.length === 0) return { live: [] }
  return inTransaction(deps.db, undefined, async (tx) => {
    await lockExclusive(tx, orgId)
    const live = new Set<string>()
    for (const root of roots) {
      const unsettled = keys.filter((key) => !live.has(key))
      if (unsettled.length === 0) break
      for (const key of await root.scan(tx, orgId, unsettled)) live.add(key)
    }
    const until = new Date(deps.now().getTime() + fenceMs)
    const dead = keys.filter((key) => !live.has(key))
    await insertFences(tx, { orgId, releaseId, released: false, until }, dead)
    return { live: [...live] }
  })
}

/** The end of a round: kept keys may be referenced again, released ones never again (for a week). */
export async function settleRelease(
  deps: Deps,
  input: { orgId: string; releaseId: string; released: readonly string[]; kept: readonly string[] },
): Promise<void> {
  const { orgId, releaseId } = input
  const released = input.released.filter((key) => parseAssetKey(key)?.orgId === orgId)
  await inTransaction(deps.db, undefined, async (tx) => {
    const until = new Date(deps.now().getTime() + tombstoneMs)
    await insertFences(tx, { orgId, releaseId, released: true, until }, released)
    if (input.kept.length > 0) await deleteFences(tx, releaseId, input.kept)
  })
}
