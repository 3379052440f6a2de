import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { noteUsage, secondsBlocked } from '../rates/account-rates.ts'

/** Identifies a key in the rates table by a hash, so the table does not contain the key. */
const rateAccount = (apiKey: string): string =>
  `key:${createHash('sha256').update(apiKey).digest('base64url').slice(0, 32)}`

/** Returns the seconds until any replica may use a key again, or 0 if the key can be used now. */
export const keyBlocked = (deps: Pick<Deps, 'db' | 'now'>, apiKey: string): Promise<number> =>
  secondsBlocked(deps, { network: 'model', account_id: rateAccount(apiKey) })

export const blockKey = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  apiKey: string,
  seconds: number,
): Promise<void> =>
  noteUsage(db, 'model', now)(rateAccount(apiKey), { percent: 100, regainMinutes: seconds / 60 })
