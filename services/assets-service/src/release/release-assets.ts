import { randomUUID } from 'node:crypto'
import { parseAssetKey } from '@atrium/asset-key'
import { releaseLeaseMs } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import type { OwnerCalls } from './owner-calls.ts'

export interface ReleaseDeps extends Pick<Deps, 'store' | 'cache' | 'logger' | 'owners'> {
  /** A monotonic clock in milliseconds. Defaults to the process clock. */
  readonly now?: () => number
}

/**
 * Deletes the candidates without a use (docs/reference/assets.md, "Release"). If an owner's
 * response is missing, the blob stays. `uses` in the result describes the owners of uses in words.
 */
export async function releaseAssets(
  deps: ReleaseDeps,
  input: { orgId: string; keys: readonly string[] },
) {
  const { orgId } = input
  const now = deps.now ?? (() => performance.now())
  const asked = [...new Set(input.keys)]
  const candidates = asked.filter((key) => parseAssetKey(key)?.orgId === orgId)
  if (candidates.length === 0) return { released: [], kept: asked, uses: [] }
  const releaseId = randomUUID()
  const startedAt = now()
  const { live, uses } = await liveKeys(deps, { orgId, keys: candidates, releaseId })
  const released: string[] = []
  for (const key of candidates) {
    if (live.has(key) || now() - startedAt >= releaseLeaseMs) continue
    if (await remove(deps, key)) released.push(key)
  }
  const gone = new Set(released)
  const kept = candidates.filter((key) => !gone.has(key))
  await Promise.all(
    deps.owners.map((owner) => settle(deps, owner, { orgId, releaseId, released, kept })),
  )
  return { released, kept: asked.filter((key) => !gone.has(key)), uses }
}

/** Returns the keys in use or possibly in use, and descriptions of the owners that use one. */
async function liveKeys(
  deps: ReleaseDeps,
  input: { orgId: string; keys: string[]; releaseId: string },
) {
  const everything = new Set(input.keys)
  if (deps.owners.length === 0) return { live: everything, uses: [] }
  const answers = await Promise.all(
    deps.owners.map(async (owner) => {
      try {
        const { live } = await owner.liveAssets(input)
        return { live, uses: live.length > 0 ? [owner.uses] : [] }
      } catch (error) {
        deps.logger.warn(
          { err: error, owner: owner.name, org: input.orgId },
          '[assets] no answer, keeping all',
        )
        return undefined
      }
    }),
  )
  const answered = answers.filter((one) => one !== undefined)
  return {
    live:
      answered.length < answers.length ? everything : new Set(answered.flatMap(({ live }) => live)),
    uses: answered.flatMap(({ uses }) => uses),
  }
}

async function remove(deps: ReleaseDeps, key: string): Promise<boolean> {
  try {
    await deps.store.delete(key)
    return true
  } catch (error) {
    deps.logger.warn({ err: error, key }, '[assets] cannot delete, keeping')
    return false
  } finally {
    deps.cache.evict(key)
  }
}

async function settle(
  deps: ReleaseDeps,
  owner: OwnerCalls,
  outcome: { orgId: string; releaseId: string; released: string[]; kept: string[] },
): Promise<void> {
  await owner.releaseSettled(outcome).catch((error: unknown) => {
    deps.logger.warn(
      { err: error, owner: owner.name },
      '[assets] the round is not settled, its fences expire',
    )
  })
}
