import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { noteUsage, secondsBlocked } from '../rates/account-rates.ts'

/** The identity of a key in the table of rates, from which the key cannot be read. */
const rateAccount = (apiKey: string): string =>
  `key:${createHash('sha256').update(apiKey).digest('base64url').slice(0, 32)}`

/** Seconds until a key may be used again, for every replica; 0 for now. */
export const keyBlocked = (deps: Pick<Deps, 'db' | 'now'>, apiKey: string): Promise<number> =>
  secondsBlocked(deps, { network: 'model', account_id: rateAccount(apiKey) })

/** Blocks a key for every replica. */
export const blockKey = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  apiKey: string,
  seconds: number,
): Promise<void> =>
  noteUsage(db, 'model', now)(rateAccount(apiKey), { percent: 100, regainMinutes: seconds / 60 })
