import * as fences from '@atrium/asset-fences'
import type { BoardDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findLive, type Root } from './roots.db.ts'

/** Returns what the fences need to release the board's files. */
export const ownAssets = (
  { db, logger, now }: Pick<Deps, 'db' | 'logger' | 'now'>,
  roots?: readonly Root[],
): fences.FenceDeps<BoardDatabase> => ({
  db,
  logger,
  now,
  service: 'board',
  findLive: (tx, orgId, keys) => findLive(tx, orgId, keys, roots),
})

/** Returns the live keys and fences the others. Fails completely if one root fails. */
export const answerLiveness = (
  deps: Deps,
  input: { orgId: string; keys: readonly string[]; releaseId: string },
  roots?: readonly Root[],
): Promise<{ live: string[] }> => fences.answerLiveness(ownAssets(deps, roots), input)

export const releaseRound = (deps: Deps, release: fences.Release): Promise<number> =>
  fences.releaseRound(ownAssets(deps), release)
