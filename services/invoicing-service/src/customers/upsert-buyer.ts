import { CustomerCreated } from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import type { ProcessorAddress } from '../processor/event.ts'
import { auditCustomer, customerDetail } from './audit-customer.ts'
import {
  findCustomerOfEmail,
  findCustomerOfProcessor,
  findMergedOfProcessor,
  insertCustomer,
  stampCustomer,
} from './customers.db.ts'

export interface ProcessorBuyer {
  /** Customer id on the connected account, or null if the sale has no customer there. */
  processorCustomerId: string | null
  email: string | null
  name: string | null
  address: ProcessorAddress
}

/**
 * Finds a buyer's customer by processor id, or else by mail address, or creates it. Existing
 * details are not overwritten.
 */
export async function upsertBuyer(
  deps: IdSource,
  tx: Transaction,
  { orgId, accountId, buyer }: { orgId: string; accountId: string; buyer: ProcessorBuyer },
) {
  const existing = await findBuyer(tx, orgId, accountId, buyer)
  if (existing !== undefined) return existing.id
  const { address, processorCustomerId } = buyer
  const email = buyer.email ?? ''
  const name = (buyer.name ?? '') || email || 'Unknown buyer'
  const row = await insertCustomer(tx, {
    id: deps.newId('cus'),
    org_id: orgId,
    name,
    email,
    billing_line1: address?.line1 || null,
    billing_line2: address?.line2 || null,
    billing_city: address?.city || null,
    billing_postal_code: address?.postal_code || null,
    billing_state: address?.state || null,
    billing_country: address?.country || null,
    payments_customer_id: processorCustomerId,
    payments_account_id: processorCustomerId === null ? null : accountId,
  })
  // A concurrent event for the same buyer inserted first, and this insert waited for its commit.
  if (row === undefined) {
    const winner = await findBuyer(tx, orgId, accountId, buyer)
    if (winner === undefined) throw new Error('A buyer was neither inserted nor found')
    return winner.id
  }
  // The processor already has these details, because it sent them.
  if (processorCustomerId !== null) await stampCustomer(tx, row, accountId, processorCustomerId)
  await emit(tx, CustomerCreated, orgId, { customerId: row.id, name, email })
  await auditCustomer(tx, row, 'customer.created', {
    detail: customerDetail(row),
    author: 'platform',
  })
  return row.id
}

async function findBuyer(
  tx: Transaction,
  orgId: string,
  accountId: string,
  { processorCustomerId, email }: ProcessorBuyer,
): Promise<{ id: string } | undefined> {
  if (processorCustomerId !== null)
    return (
      (await findCustomerOfProcessor(tx, orgId, accountId, processorCustomerId)) ??
      (await findMergedOfProcessor(tx, orgId, accountId, processorCustomerId))
    )
  return email === null ? undefined : findCustomerOfEmail(tx, orgId, email)
}
