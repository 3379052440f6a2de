import type { Tx } from '../database.ts'
import { lockShared } from './asset-lock.db.ts'
import { assetErrors } from './errors.ts'
import {
  deleteReferences,
  findFenced,
  findReferences,
  insertCandidates,
  insertReferences,
} from './references.db.ts'

/**
 * Must be called in the transaction that adds references, before its commit and with nothing else between lock
 * and commit that could wait for long. Throws `asset_released` (409) when a key is being or has been released.
 */
export async function guardNewReferences(
  tx: Tx,
  orgId: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  await lockShared(tx, orgId)
  const fenced = await findFenced(tx, orgId, keys, now)
  if (fenced.length > 0) {
    throw assetErrors.asset_released({
      details: { errors: fenced.map((key) => ({ path: key, message: 'No longer there' })) },
    })
  }
}

/**
 * What a record pointed at before and points at now: guards what is new and hands what is dropped to the release
 * routine. For roots that keep their keys in a column of their own.
 */
export async function changeKeys(
  tx: Tx,
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

/** Makes `asset_references` say what a card points at. The caller holds the card's row. */
export async function changeCardReferences(
  tx: Tx,
  card: { orgId: string; taskId: string; isNew: boolean },
  after: readonly string[],
  now: Date,
): Promise<void> {
  const before = card.isNew ? [] : await findReferences(tx, [card.taskId])
  const { added, dropped } = await changeKeys(tx, card.orgId, before, after, now)
  if (dropped.length > 0) await deleteReferences(tx, card.taskId, dropped)
  if (added.length > 0) await insertReferences(tx, card.taskId, added)
}

/**
 * Hands keys to the one release routine, in the transaction that lets go of them: a crash after the commit
 * forgets none. Every delete path ends here.
 */
export async function handOverCandidates(
  tx: Tx,
  orgId: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (keys.length > 0) await insertCandidates(tx, orgId, [...new Set(keys)], now)
}

/** What these cards point at. */
export const referencesOf = (tx: Tx, taskIds: readonly string[]): Promise<string[]> =>
  findReferences(tx, taskIds)

/** Adds references to those that a card has. Throws `asset_released` (409). */
export async function addCardReferences(
  tx: Tx,
  card: { orgId: string; taskId: string },
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  const known = new Set(await findReferences(tx, [card.taskId]))
  const added = keys.filter((key) => !known.has(key))
  if (added.length === 0) return
  await guardNewReferences(tx, card.orgId, added, now)
  await insertReferences(tx, card.taskId, added)
}
