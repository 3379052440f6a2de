import { AppError } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { findAccount } from './accounts.db.ts'
import { type Processor, type ProcessorAccount, processorErrors } from './processor.ts'
import { syncAccount } from './sync-account.ts'

/**
 * The org's connected account with charges enabled; when the record says they are not, the processor is asked.
 * Throws `charges_not_enabled` (409).
 */
export async function chargingAccount(deps: Deps, processor: Processor, orgId: string): Promise<string> {
  const row = await findAccount(deps.db, orgId)
  if (row?.charges_enabled) return row.account_id
  const live = row === undefined ? undefined : await lookAt(deps, processor, row.account_id)
  if (!live?.chargesEnabled) throw processorErrors.charges_not_enabled()
  return live.accountId
}

/** Undefined when the processor does not show the account (any more): then it cannot charge either. */
async function lookAt(
  deps: Deps,
  processor: Processor,
  accountId: string,
): Promise<ProcessorAccount | undefined> {
  try {
    return await syncAccount(deps, processor, accountId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'processor_refused') return undefined
    throw error
  }
}
