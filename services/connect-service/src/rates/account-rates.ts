import type { ConnectNetwork } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { ChannelRow } from '../channels/channel.ts'
import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { NoteUsage } from '../providers/provider.ts'
import { blockedUntil, saveUsage } from './rates.db.ts'
import { backOffSeconds } from './usage.ts'

/** Stores the usage that a network states for an account, for every replica. */
export const noteUsage =
  (db: Db, network: ConnectNetwork, now: () => Date): NoteUsage =>
  async (accountId, usage) => {
    const seconds = backOffSeconds(usage)
    const updated_at = now()
    const blocked_until = seconds === 0 ? null : new Date(updated_at.getTime() + seconds * 1_000)
    const about = { network, account_id: accountId, usage_percent: usage.percent }
    await inTransaction(db, undefined, (tx) =>
      saveUsage(tx, { ...about, blocked_until, updated_at }),
    )
  }

/**
 * Returns the seconds until an account may be called again, or 0. Considers the account's own rate
 * limit and the app's.
 */
export async function secondsBlocked(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { network, account_id }: Pick<ChannelRow, 'network' | 'account_id'>,
): Promise<number> {
  const until = await blockedUntil(db, network, account_id)
  const left = (until?.getTime() ?? 0) - now().getTime()
  return left > 0 ? Math.ceil(left / 1_000) : 0
}
