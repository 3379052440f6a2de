import { processorErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { isRefusal, type Processor } from '../processor/processor.ts'
import { toCustomer } from './customer.ts'
import { getCustomerRow, stampCustomer } from './customers.db.ts'

/**
 * The id of a customer on an account, created on first use or in place of one that is gone, and stored at once. Changed
 * details are passed on first, because the processor mails to the address that it has. Throws `account_mismatch` (409)
 * for a customer of another account.
 */
export async function ensureProcessorCustomer(
  deps: Deps,
  processor: Processor,
  accountId: string,
  orgId: string,
  customerId: string,
  gone?: string,
): Promise<string> {
  const row = await getCustomerRow(deps.db, orgId, customerId)
  const known = row.payments_customer_id
  const stamp = async (id: string): Promise<string> => {
    await inTransaction(deps.db, undefined, (tx) => stampCustomer(tx, row, accountId, id))
    return id
  }
  const create = async (insteadOf?: string) =>
    stamp(await processor.createCustomer(accountId, toCustomer(row), insteadOf))
  if (known === null) return create()
  if (row.payments_account_id !== accountId) {
    throw processorErrors.account_mismatch({
      message:
        'The customer exists on another payments account than the connected one; save the customer again',
    })
  }
  if (known === gone) return create(gone)
  if (row.payments_synced_at !== null && row.payments_synced_at >= row.updated_at) return known
  try {
    await processor.updateCustomer(accountId, known, toCustomer(row))
  } catch (error) {
    if (!isRefusal(error) || !error.missing) throw error
    return create(known)
  }
  return stamp(known)
}
