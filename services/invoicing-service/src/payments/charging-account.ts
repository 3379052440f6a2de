import type { Deps } from '../deps.ts'
import { type Processor, processorErrors } from './processor.ts'
import { syncAccount } from './sync-account.ts'

/**
 * The org's connected account with charges enabled; when the record says they are not, the processor is asked.
 * Throws `charges_not_enabled` (409).
 */
export async function chargingAccount(deps: Deps, processor: Processor, orgId: string): Promise<string> {
  const row = await deps.db
    .selectFrom('payment_accounts')
    .select(['account_id', 'charges_enabled'])
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (row?.charges_enabled) return row.account_id
  const live = row === undefined ? undefined : await syncAccount(deps, processor, row.account_id)
  if (!live?.chargesEnabled) throw processorErrors.charges_not_enabled()
  return live.accountId
}
