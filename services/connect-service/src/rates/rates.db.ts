import type { ConnectNetwork } from '@atrium/contracts'
import type { Insertable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { appAccount } from './usage.ts'

/** Records an account's usage for every replica. Never shortens a longer back-off. */
export const saveUsage = (tx: Transaction, row: Insertable<Database['account_rates']>) =>
  tx
    .insertInto('account_rates')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['network', 'account_id']).doUpdateSet((eb) => ({
        usage_percent: row.usage_percent,
        // `greatest` ignores null.
        blocked_until: eb.fn('greatest', [
          'account_rates.blocked_until',
          eb.val(row.blocked_until),
        ]),
        updated_at: row.updated_at,
      })),
    )
    .execute()

/** Returns the end of an account's block, from its own rate limit and the app's. */
export async function blockedUntil(
  db: Db,
  network: ConnectNetwork,
  accountId: string,
): Promise<Date | null> {
  const { until } = await db
    .selectFrom('account_rates')
    .select((eb) => eb.fn.max('blocked_until').as('until'))
    .where('network', '=', network)
    .where('account_id', 'in', [accountId, appAccount])
    .executeTakeFirstOrThrow()
  return until
}
