import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'
import { noteUsage, secondsBlocked } from '../rates/account-rates.ts'

/** The identity of a key in the table of rates, from which the key cannot be read. */
const rateAccount = (apiKey: string): string =>
  `key:${createHash('sha256').update(apiKey).digest('base64url').slice(0, 32)}`

/** Milliseconds in which a block by another replica is seen. */
const seenWithinMs = 200
const freeKeys = new WeakMap<Db, LRUCache<string, true>>()

function freeKeysOf(db: Db): LRUCache<string, true> {
  const known = freeKeys.get(db) ?? new LRUCache({ max: 10_000, ttl: seenWithinMs })
  freeKeys.set(db, known)
  return known
}

/** Seconds until a key may be used again, for every replica; 0 for now. */
export async function keyBlocked(deps: Pick<Deps, 'db' | 'now'>, apiKey: string): Promise<number> {
  const account_id = rateAccount(apiKey)
  const free = freeKeysOf(deps.db)
  if (free.has(account_id)) return 0
  const seconds = await secondsBlocked(deps, { network: 'model', account_id })
  if (seconds === 0) free.set(account_id, true)
  return seconds
}

/** Blocks a key for every replica. */
export async function blockKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  apiKey: string,
  seconds: number,
): Promise<void> {
  const account = rateAccount(apiKey)
  await noteUsage(db, 'model', now)(account, { percent: 100, regainMinutes: seconds / 60 })
  freeKeysOf(db).delete(account)
}
