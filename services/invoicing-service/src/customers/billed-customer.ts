import { Buyer, type CustomerEmails, invoiceErrors } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import { getCustomerRow, listCustomersById, lockCustomerRow } from './customers.db.ts'
import { normalTaxId } from './tax-id.ts'

/**
 * Locks a customer against deletion and returns the currency to bill in. This is `currency` if
 * given, else the customer's currency, else `fallback`. Throws `not_found`, `currency_mismatch`
 * (409).
 */
export async function lockBilledCustomer(
  tx: Transaction,
  {
    orgId,
    id,
    currency,
    fallback = 'EUR',
  }: { orgId: string; id: string; currency: string | null; fallback?: string | undefined },
): Promise<{ id: string; currency: string }> {
  const customer = await lockCustomerRow(tx, orgId, id)
  const billed = currency ?? customer.currency ?? fallback
  if (customer.currency !== null && customer.currency !== billed)
    throw invoiceErrors.currency_mismatch()
  return { id, currency: billed }
}

const toBuyer = createView(Buyer)

/** Returns the customer details to store on an invoice. Throws `not_found`. */
export async function getBuyer(db: Db, orgId: string, customerId: string): Promise<Buyer> {
  const buyer = toBuyer(await getCustomerRow(db, orgId, customerId))
  return { ...buyer, taxId: normalTaxId(buyer.taxId, buyer.billingCountry) }
}

/** Returns who gets a customer's documents. Throws `not_found`. */
export async function getCustomerRecipients(
  db: Db,
  orgId: string,
  customerId: string,
): Promise<CustomerEmails> {
  const { email, emails } = await getCustomerRow(db, orgId, customerId)
  if (emails.to.length > 0) return emails
  return { to: email === '' ? [] : [email], cc: emails.cc }
}

/** Returns what events say about customers, by id. */
export async function listBuyers(db: Db, orgId: string, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await listCustomersById(db, orgId, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}
