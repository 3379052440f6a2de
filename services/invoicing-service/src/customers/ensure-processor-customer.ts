import type { Deps } from '../deps.ts'
import { isRefusal, type Processor, type ProcessorCustomer, processorErrors } from '../payments/processor.ts'
import type { CustomerRow } from './customer.ts'
import { getCustomerRow } from './customers.db.ts'

const contactOf = (row: CustomerRow): ProcessorCustomer => ({
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

/**
 * The customer's id on a connected account, created there on first use and stamped at once, so that a crash
 * afterwards does not make a second one; details changed since are passed on first, because the processor mails
 * to the address that it knows. One that is gone there is made anew. Throws `account_mismatch` (409) when it is stamped
 * for another account.
 */
export async function ensureProcessorCustomer(
  deps: Deps,
  processor: Processor,
  accountId: string,
  orgId: string,
  customerId: string,
): Promise<string> {
  const row = await getCustomerRow(deps.db, orgId, customerId)
  const known = row.payments_customer_id
  if (known === null) return create(deps, processor, accountId, row)
  if (row.payments_account_id !== accountId) {
    throw processorErrors.account_mismatch({
      message:
        'The customer exists on another payments account than the connected one; save the customer again',
    })
  }
  if (row.payments_synced_at !== null && row.payments_synced_at >= row.updated_at) return known
  try {
    await processor.updateCustomer(accountId, known, contactOf(row))
  } catch (error) {
    if (!isRefusal(error) || !error.missing) throw error
    return create(deps, processor, accountId, row, known)
  }
  await stamp(deps, row, accountId, known)
  return known
}

/** Makes a customer anew that the processor does not have any more; nothing when another request has done so. */
export async function replaceProcessorCustomer(
  deps: Deps,
  processor: Processor,
  accountId: string,
  orgId: string,
  customerId: string,
  gone: string,
): Promise<void> {
  const row = await getCustomerRow(deps.db, orgId, customerId)
  if (row.payments_customer_id === gone) await create(deps, processor, accountId, row, gone)
}

async function create(
  deps: Deps,
  processor: Processor,
  accountId: string,
  row: CustomerRow,
  insteadOf?: string,
): Promise<string> {
  const created = await processor.createCustomer(accountId, contactOf(row), insteadOf)
  await stamp(deps, row, accountId, created)
  return created
}

async function stamp(deps: Deps, row: CustomerRow, accountId: string, id: string): Promise<void> {
  await deps.db
    .updateTable('customers')
    .set({ payments_customer_id: id, payments_account_id: accountId, payments_synced_at: row.updated_at })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .execute()
}
