import { maxReleaseKeys, type ReleaseOutcome } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import {
  type Candidate,
  claimCandidates,
  deferCandidates,
  deleteCandidates,
  deleteOldFences,
} from './references.db.ts'
import { roots } from './roots.db.ts'

/** Asks the release routine; throws when it does not answer. */
export type Release = (orgId: string, keys: readonly string[]) => Promise<ReleaseOutcome>

/** A round that is not finished within this time comes again: longer than the routine's own timeout. */
const roundMs = 120_000
/** Rounds after which a key that is not ours but kept is left to its other owner or to `assets orphans`. */
const maxDoubts = 24

const backoffMs = (attempts: number): number => Math.min(3_600_000, 1_000 * 2 ** Math.min(attempts, 12))

/**
 * Takes due candidates and has them released. What is decided is forgotten, everything else comes again later.
 * Returns how many candidates it took; safe with any number of replicas.
 */
export async function releaseRound(deps: Deps, release: Release): Promise<number> {
  const now = deps.now()
  const candidates = await claimCandidates(deps.db, now, new Date(now.getTime() + roundMs), maxReleaseKeys)
  const byOrg = Map.groupBy(candidates, (candidate) => candidate.org_id)
  for (const [orgId, own] of byOrg) {
    const outcome = await release(
      orgId,
      own.map((candidate) => candidate.asset_key),
    ).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      deps.logger.warn({ reason, org: orgId, keys: own.length }, '[release] no answer, trying again later')
      return undefined
    })
    if (outcome === undefined) await defer(deps, own)
    else await conclude(deps, orgId, own, outcome)
  }
  return candidates.length
}

async function conclude(
  deps: Deps,
  orgId: string,
  candidates: readonly Candidate[],
  outcome: ReleaseOutcome,
): Promise<void> {
  const released = new Set(outcome.released)
  const kept = candidates.filter((candidate) => !released.has(candidate.asset_key))
  const live = new Set(
    await deps.db.transaction().execute(async (tx) => {
      const keys = kept.map((candidate) => candidate.asset_key)
      const found: string[] = []
      if (keys.length > 0) for (const root of roots) found.push(...(await root.scan(tx, orgId, keys)))
      return found
    }),
  )
  const decided = (candidate: Candidate): boolean =>
    released.has(candidate.asset_key) || live.has(candidate.asset_key)
  const doubted = candidates.filter((candidate) => !decided(candidate))
  const hopeless = doubted.filter((candidate) => candidate.attempts >= maxDoubts)
  if (hopeless.length > 0) {
    deps.logger.warn({ org: orgId, keys: hopeless.length }, '[release] kept elsewhere, no longer asked about')
  }
  await deleteCandidates(deps.db, [...candidates.filter(decided), ...hopeless])
  await defer(
    deps,
    doubted.filter((candidate) => candidate.attempts < maxDoubts),
  )
}

async function defer(deps: Deps, candidates: readonly Candidate[]): Promise<void> {
  for (const [attempts, group] of Map.groupBy(candidates, (candidate) => candidate.attempts)) {
    await deferCandidates(deps.db, group, new Date(deps.now().getTime() + backoffMs(attempts)))
  }
}

/** Forgets what has run out. */
export const sweepFences = (deps: Deps): Promise<void> => deleteOldFences(deps.db, deps.now())
