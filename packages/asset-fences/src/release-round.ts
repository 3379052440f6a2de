import { maxReleaseKeys, ReleaseAssets, type ReleaseOutcome } from '@atrium/contracts'
import { backOff } from '@atrium/database'
import { type Bus, callRpc } from '@atrium/messaging'
import {
  type Candidate,
  claimCandidates,
  deferCandidates,
  deleteCandidates,
} from './candidates.db.ts'
import type { FenceDeps } from './fence-deps.ts'
import { deleteOldFences } from './fences.db.ts'

/** Calls the release routine. Throws if it does not respond. */
export type Release = (orgId: string, keys: readonly string[]) => Promise<ReleaseOutcome>

export const askRelease =
  (bus: Bus): Release =>
  (orgId, keys) =>
    callRpc(bus, ReleaseAssets, { orgId, keys: [...keys] })

/** A round's lease. It is longer than the routine's own timeout. */
const roundMs = 120_000
/**
 * Maximum number of rounds for a key that was neither released nor found in use. After that its
 * candidate is deleted. Another owner still keeps the key, or `assets orphans` finds the blob.
 */
const maxDoubts = 24

/**
 * Sends due candidates to the release routine. Deletes the decided ones and schedules the others
 * again after a back-off.
 */
export async function releaseRound<DB>(deps: FenceDeps<DB>, release: Release): Promise<number> {
  const now = deps.now()
  const candidates = await claimCandidates(
    deps.db,
    now,
    new Date(now.getTime() + roundMs),
    maxReleaseKeys,
  )
  const byOrg = Map.groupBy(candidates, (candidate) => candidate.org_id)
  for (const [orgId, own] of byOrg) {
    const outcome = await release(
      orgId,
      own.map((candidate) => candidate.asset_key),
    ).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      deps.logger.warn(
        { reason, org: orgId, keys: own.length },
        '[release] no answer, trying again later',
      )
      return undefined
    })
    if (outcome === undefined) await defer(deps, own)
    else await conclude(deps, orgId, own, outcome)
  }
  return candidates.length
}

async function conclude<DB>(
  deps: FenceDeps<DB>,
  orgId: string,
  candidates: readonly Candidate[],
  outcome: ReleaseOutcome,
): Promise<void> {
  const released = new Set(outcome.released)
  const kept = candidates.map(({ asset_key }) => asset_key).filter((key) => !released.has(key))
  const live = new Set(await deps.db.transaction().execute((tx) => deps.findLive(tx, orgId, kept)))
  const inDoubt = ({ asset_key }: Candidate) => !released.has(asset_key) && !live.has(asset_key)
  const waiting = candidates.filter((one) => inDoubt(one) && one.attempts < maxDoubts)
  const hopeless = candidates.filter((one) => inDoubt(one) && one.attempts >= maxDoubts)
  if (hopeless.length > 0) {
    deps.logger.warn(
      { org: orgId, keys: hopeless.length },
      '[release] kept elsewhere, no longer asked about',
    )
  }
  await deleteCandidates(
    deps.db,
    candidates.filter((one) => !waiting.includes(one)),
  )
  await defer(deps, waiting)
}

async function defer<DB>(
  deps: Pick<FenceDeps<DB>, 'db' | 'now'>,
  candidates: readonly Candidate[],
): Promise<void> {
  for (const [attempts, group] of Map.groupBy(candidates, (candidate) => candidate.attempts)) {
    const due = new Date(deps.now().getTime() + backOff(attempts, 2_000, 3_600_000))
    await deferCandidates(deps.db, group, due)
  }
}

/** Deletes expired fences. */
export const sweepFences = <DB>({ db, now }: Pick<FenceDeps<DB>, 'db' | 'now'>): Promise<void> =>
  deleteOldFences(db, now())
