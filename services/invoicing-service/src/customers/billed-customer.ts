import { Buyer, type CustomerEmails, invoiceErrors } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { Db, Row, Transaction } from '../database.ts'
import { getCustomerRow, listCustomersById, lockCustomerRow } from './customers.db.ts'
import { normalTaxId } from './tax-id.ts'

export { getCustomerRow } from './customers.db.ts'

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

const readDetails = createView(Buyer)

/** Returns the customer details to store on an invoice. */
export function toBuyer(customer: Row<'customers'>): Buyer {
  const buyer = readDetails(customer)
  return { ...buyer, taxId: normalTaxId(buyer.taxId, buyer.billingCountry) }
}

/** Returns the customer details to store on an invoice. Throws `not_found`. */
export const getBuyer = async (db: Db, orgId: string, customerId: string): Promise<Buyer> =>
  toBuyer(await getCustomerRow(db, orgId, customerId))

/** Returns who gets a customer's documents. */
export function toRecipients({
  email,
  emails,
}: Pick<Row<'customers'>, 'email' | 'emails'>): CustomerEmails {
  if (emails.to.length > 0) return emails
  return { to: email === '' ? [] : [email], cc: emails.cc }
}

/** Returns what events say about customers, by id. */
export async function listBuyers(db: Db, orgId: string, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await listCustomersById(db, orgId, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}
