import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { Processor, ProcessorAccount } from './processor.ts'

/** Fetches an account from the processor and keeps what it says. Throws `unavailable`. */
export async function syncAccount(
  deps: Deps,
  processor: Processor,
  accountId: string,
): Promise<ProcessorAccount> {
  const asked = Math.floor(deps.now().getTime() / 1000)
  const account = await processor.account(accountId)
  await recordAccount(deps.db, account, asked)
  return account
}

interface AccountStatement {
  accountId: string
  chargesEnabled: boolean | undefined
  detailsSubmitted: boolean | undefined
}

/**
 * Keeps a statement about an account unless a newer one is known; `saidAt` in seconds since 1970. What it does not
 * say stays. Returns whether an org has this account and the statement was kept.
 */
export async function recordAccount(db: Db, account: AccountStatement, saidAt: number): Promise<boolean> {
  const { chargesEnabled, detailsSubmitted } = account
  const result = await db
    .updateTable('payment_accounts')
    .set({
      ...(chargesEnabled === undefined ? {} : { charges_enabled: chargesEnabled }),
      ...(detailsSubmitted === undefined ? {} : { details_submitted: detailsSubmitted }),
      event_created: saidAt,
    })
    .where('account_id', '=', account.accountId)
    .where('event_created', '<=', String(saidAt))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
