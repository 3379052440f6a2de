import { CustomerCreated, newId } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { sql } from 'kysely'
import type { Transaction } from '../../database.ts'

export interface Buyer {
  /** The customer on the connected account; null when the sale had none. */
  processorCustomerId: string | null
  email: string | null
  name: string | null
  address: {
    line1?: string | null | undefined
    line2?: string | null | undefined
    city?: string | null | undefined
    postal_code?: string | null | undefined
    state?: string | null | undefined
    country?: string | null | undefined
  } | null
}

/**
 * The customer that a buyer is, added when new. Deduplicated on the customer id of the connected account; a sale
 * without one falls back on the address of the mail. What a person has written is not overwritten.
 */
export async function upsertBuyer(
  tx: Transaction,
  orgId: string,
  accountId: string,
  buyer: Buyer,
): Promise<string> {
  const known = await findBuyer(tx, orgId, accountId, buyer)
  if (known !== undefined) return known
  const { address } = buyer
  const email = buyer.email ?? ''
  const name = (buyer.name ?? '') || email || 'Unknown buyer'
  const row = await tx
    .insertInto('customers')
    .values({
      id: newId('cus'),
      org_id: orgId,
      name,
      email,
      billing_line1: address?.line1 || null,
      billing_line2: address?.line2 || null,
      billing_city: address?.city || null,
      billing_postal_code: address?.postal_code || null,
      billing_state: address?.state || null,
      billing_country: address?.country || null,
      payments_customer_id: buyer.processorCustomerId,
      payments_account_id: buyer.processorCustomerId === null ? null : accountId,
      // What the processor has said of them needs no telling back.
      payments_synced_at: buyer.processorCustomerId === null ? null : sql<Date>`now()`,
    })
    // Another event of the same buyer is being recorded; its insert is waited for, then found.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) {
    const winner = await findBuyer(tx, orgId, accountId, buyer)
    if (winner === undefined) throw new Error('A buyer was neither inserted nor found')
    return winner
  }
  await emit(tx, CustomerCreated, orgId, { customerId: row.id, name, email })
  return row.id
}

async function findBuyer(
  tx: Transaction,
  orgId: string,
  accountId: string,
  { processorCustomerId, email }: Buyer,
): Promise<string | undefined> {
  const query = tx.selectFrom('customers').select('id').where('org_id', '=', orgId)
  if (processorCustomerId !== null) {
    const row = await query
      .where('payments_account_id', '=', accountId)
      .where('payments_customer_id', '=', processorCustomerId)
      .executeTakeFirst()
    return row?.id
  }
  if (email === null) return undefined
  const row = await query
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}
