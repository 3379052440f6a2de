import { findFenced, insertCandidates, lockAssets } from '@atrium/asset-fences'
import { parseAssetKey } from '@atrium/asset-key'
import { referenceErrors } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import {
  deleteReferences,
  findReferences,
  findTimelineKeys,
  insertReferences,
} from './references.db.ts'

/**
 * Throws `asset_released` (409) if a new key is fenced. Call it late, because its lock lasts until
 * the transaction ends.
 */
async function guardNewReferences(
  tx: Transaction,
  orgId: string,
  keys: readonly string[],
  now: Date,
) {
  if (keys.length === 0) return
  await lockAssets(tx, 'board', orgId, 'shared')
  const fenced = await findFenced(tx, orgId, keys, now)
  if (fenced.length > 0) {
    throw referenceErrors.asset_released({
      details: { errors: fenced.map((key) => ({ path: key, message: 'This file was deleted' })) },
    })
  }
}

/**
 * Guards a record's new keys, and queues its lost keys as release candidates. Throws
 * `asset_released` (409).
 */
export async function changeKeys(
  tx: Transaction,
  {
    orgId,
    before,
    after,
    now,
  }: { orgId: string; before: readonly string[]; after: readonly string[]; now: Date },
): Promise<{ added: string[]; dropped: string[] }> {
  const old = new Set(before)
  const fresh = new Set(after)
  const added = [...fresh].filter((key) => !old.has(key))
  const dropped = [...old].filter((key) => !fresh.has(key))
  await guardNewReferences(tx, orgId, added, now)
  await handOverCandidates(tx, orgId, dropped, now)
  return { added, dropped }
}

/**
 * Updates `asset_references` to the keys in a card and its timeline. The caller has locked the
 * card's row. Throws `asset_released` (409).
 */
export async function changeCardReferences(
  tx: Transaction,
  {
    orgId,
    taskId,
    keys,
    now,
  }: { orgId: string; taskId: string; keys: readonly string[]; now: Date },
): Promise<void> {
  const after = [...keys, ...(await findTimelineKeys(tx, orgId, taskId))]
  const { added, dropped } = await changeKeys(tx, {
    orgId,
    before: await findReferences(tx, [taskId]),
    after,
    now,
  })
  if (dropped.length > 0) await deleteReferences(tx, taskId, dropped)
  if (added.length > 0) await insertReferences(tx, taskId, added)
}

/** Adds references to a card's existing ones. Throws `asset_released` (409). */
export async function addCardReferences(
  tx: Transaction,
  {
    orgId,
    taskId,
    keys,
    now,
  }: { orgId: string; taskId: string; keys: readonly string[]; now: Date },
): Promise<void> {
  if (keys.length === 0) return
  await guardNewReferences(tx, orgId, keys, now)
  await insertReferences(tx, taskId, keys)
}

/**
 * Queues keys as release candidates in the transaction that drops them. Every delete path must call
 * it.
 */
export async function handOverCandidates(
  tx: Transaction,
  orgId: string,
  keys: readonly string[],
  now: Date,
) {
  // The runner releases item files itself.
  const assets = [...new Set(keys)].filter((key) => parseAssetKey(key) !== undefined)
  if (assets.length > 0) await insertCandidates(tx, orgId, assets, now)
}

/** Queues every key in these cards. Call it before their rows are deleted. */
export async function handOverCards(
  tx: Transaction,
  orgId: string,
  taskIds: readonly string[],
  now: Date,
) {
  await handOverCandidates(tx, orgId, await findReferences(tx, taskIds), now)
}
