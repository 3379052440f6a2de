import type { ConnectNetwork } from '@atrium/contracts'
import type { Db } from '../database.ts'
import { boundedWait } from '../network/stated-time.ts'
import type { NoteUsage, Usage } from '../providers/provider.ts'

/** Seconds to leave an account alone, by the share of its rate that is used; 0 below the line. */
export function backOffSeconds({ percent, regainMinutes }: Usage): number {
  if (regainMinutes > 0) return boundedWait(regainMinutes * 60)
  if (percent >= 100) return 1_800
  if (percent >= 95) return 300
  return percent >= 85 ? 60 : 0
}

/** In place of an account's id: the operator's app, whose calls all accounts of a network share. No id is one star. */
export const appAccount = '*'

/** Keeps an account's usage where every replica sees it; a longer back-off there is not shortened. */
export const noteUsage =
  (db: Db, network: ConnectNetwork, now: () => Date): NoteUsage =>
  async (accountId, usage) => {
    const seconds = backOffSeconds(usage)
    const at = now()
    const blockedUntil = seconds === 0 ? null : new Date(at.getTime() + seconds * 1_000)
    await db
      .insertInto('account_rates')
      .values({ network, account_id: accountId, usage_percent: usage.percent, blocked_until: blockedUntil })
      .onConflict((conflict) =>
        conflict.columns(['network', 'account_id']).doUpdateSet((eb) => ({
          usage_percent: usage.percent,
          // `greatest` passes over null.
          blocked_until: eb.fn('greatest', ['account_rates.blocked_until', eb.val(blockedUntil)]),
          updated_at: at,
        })),
      )
      .execute()
  }

/** Seconds until an account may be called again, by its own rate and by the app's; 0 for now. */
export async function secondsBlocked(
  db: Db,
  network: ConnectNetwork,
  accountId: string,
  now: Date,
): Promise<number> {
  const { until } = await db
    .selectFrom('account_rates')
    .select((eb) => eb.fn.max('blocked_until').as('until'))
    .where('network', '=', network)
    .where('account_id', 'in', [accountId, appAccount])
    .executeTakeFirstOrThrow()
  const left = (until?.getTime() ?? 0) - now.getTime()
  return left > 0 ? Math.ceil(left / 1_000) : 0
}
