import type { Deps } from '../deps.ts'
import { invoiceErrors } from '../invoices/invoice.ts'
import type { Processor } from '../payments/processor.ts'
import { getCustomerRow } from './customers.db.ts'

/**
 * The customer's id on a connected account, created there on first use and stamped at once, so that a crash
 * afterwards does not make a second one. Throws `account_mismatch` (409) when it is stamped for another account.
 */
export async function ensureProcessorCustomer(
  deps: Deps,
  processor: Processor,
  accountId: string,
  orgId: string,
  customerId: string,
): Promise<string> {
  const row = await getCustomerRow(deps.db, orgId, customerId)
  if (row.payments_customer_id !== null) {
    if (row.payments_account_id !== accountId) throw invoiceErrors.account_mismatch()
    return row.payments_customer_id
  }
  const created = await processor.createCustomer(accountId, {
    id: row.id,
    name: row.name,
    email: row.email,
    address: {
      line1: row.billing_line1,
      line2: row.billing_line2,
      city: row.billing_city,
      postalCode: row.billing_postal_code,
      state: row.billing_state,
      country: row.billing_country,
    },
  })
  await deps.db
    .updateTable('customers')
    .set({ payments_customer_id: created, payments_account_id: accountId })
    .where('org_id', '=', orgId)
    .where('id', '=', customerId)
    .where('payments_customer_id', 'is', null)
    .execute()
  return created
}
