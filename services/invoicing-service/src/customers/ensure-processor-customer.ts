import { processorErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { isRefusal, type Processor } from '../processor/processor.ts'
import { toCustomerDetails } from './customer.ts'
import { getCustomerRow, stampCustomer } from './customers.db.ts'

/**
 * Returns the customer's id on an account. The customer is created on first use, or again if the
 * processor no longer has it, and the id is stored at once. Changed details are sent first, because
 * the processor mails to the address that it has. Throws `account_mismatch` (409) if the customer
 * belongs to another account.
 */
export async function ensureProcessorCustomer(
  deps: Deps,
  {
    processor,
    accountId,
    orgId,
    customerId,
    gone,
  }: {
    processor: Processor
    accountId: string
    orgId: string
    customerId: string
    gone?: string | undefined
  },
): Promise<string> {
  const row = await getCustomerRow(deps.db, orgId, customerId)
  const processorCustomerId = row.payments_customer_id
  const stamp = async (id: string): Promise<string> => {
    await inTransaction(deps.db, undefined, (tx) => stampCustomer(tx, row, accountId, id))
    return id
  }
  const create = async (insteadOf?: string) =>
    stamp(await processor.createCustomer(accountId, toCustomerDetails(row), insteadOf))
  if (processorCustomerId === null) return create()
  if (row.payments_account_id !== accountId) {
    throw processorErrors.account_mismatch({
      message: 'The customer was saved for another payment account. Save the customer again.',
    })
  }
  if (processorCustomerId === gone) return create(gone)
  if (row.payments_synced_at !== null && row.payments_synced_at >= row.updated_at)
    return processorCustomerId
  try {
    await processor.updateCustomer(accountId, processorCustomerId, toCustomerDetails(row))
  } catch (error) {
    if (!isRefusal(error) || !error.missing) throw error
    return create(processorCustomerId)
  }
  return stamp(processorCustomerId)
}
