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

/** Runs late in the transaction: the lock lasts until its end. Throws `asset_released` (409). */
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
      details: { errors: fenced.map((key) => ({ path: key, message: 'No longer there' })) },
    })
  }
}

/**
 * Guards the keys that a record gains and hands those that it loses to the release routine. Throws `asset_released`
 * (409).
 */
export async function changeKeys(
  tx: Transaction,
  orgId: string,
  before: readonly string[],
  after: readonly string[],
  now: Date,
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
 * Makes `asset_references` hold the keys of a card, whose row is held, and of its timeline. Throws `asset_released`
 * (409).
 */
export async function changeCardReferences(
  tx: Transaction,
  orgId: string,
  taskId: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  const after = [...keys, ...(await findTimelineKeys(tx, orgId, taskId))]
  const { added, dropped } = await changeKeys(
    tx,
    orgId,
    await findReferences(tx, [taskId]),
    after,
    now,
  )
  if (dropped.length > 0) await deleteReferences(tx, taskId, dropped)
  if (added.length > 0) await insertReferences(tx, taskId, added)
}

/** Adds references to those that a card has. Throws `asset_released` (409). */
export async function addCardReferences(
  tx: Transaction,
  orgId: string,
  taskId: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  await guardNewReferences(tx, orgId, keys, now)
  await insertReferences(tx, taskId, keys)
}

/** Hands keys to the release routine in the transaction that drops them; every delete path ends here. */
export async function handOverCandidates(
  tx: Transaction,
  orgId: string,
  keys: readonly string[],
  now: Date,
) {
  // The runner asks about files of items by itself.
  const assets = [...new Set(keys)].filter((key) => parseAssetKey(key) !== undefined)
  if (assets.length > 0) await insertCandidates(tx, orgId, assets, now)
}

/** Hands over every key that these cards point at; call it before their rows go. */
export async function handOverCards(
  tx: Transaction,
  orgId: string,
  taskIds: readonly string[],
  now: Date,
) {
  await handOverCandidates(tx, orgId, await findReferences(tx, taskIds), now)
}
