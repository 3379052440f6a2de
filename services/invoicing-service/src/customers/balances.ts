import type { Customer } from '@atrium/contracts'
import type { Db } from '../database.ts'
import { listOpenSums } from './balances.db.ts'
import { type CustomerRow, toCustomerDetails } from './customer.ts'

/** Returns customers with their open balances. */
export async function toCustomers(
  db: Db,
  orgId: string,
  rows: readonly CustomerRow[],
): Promise<Customer[]> {
  const sums = await listOpenSums(
    db,
    orgId,
    rows.map(({ id }) => id),
  )
  // A customer's own currency comes first, then its largest group.
  return rows.map((row) => {
    const customerSums = sums.filter(({ customer_id }) => customer_id === row.id)
    const shown = customerSums.find(({ currency }) => currency === row.currency) ?? customerSums[0]
    return {
      ...toCustomerDetails(row),
      balanceCents: Number(shown?.cents ?? 0),
      balanceCurrency: shown?.currency ?? row.currency,
    }
  })
}

export async function toCustomer(db: Db, row: CustomerRow): Promise<Customer> {
  const [customer] = await toCustomers(db, row.org_id, [row])
  if (customer === undefined) throw new Error('A customer was not returned')
  return customer
}
