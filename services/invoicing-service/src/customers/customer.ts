import { type Customer, customerErrors } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'

export type CustomerRow = Selectable<Database['customers']>

export { customerErrors }

/** A row as the API shows it. */
export const toCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  name: row.name,
  email: row.email,
  billingLine1: row.billing_line1,
  billingLine2: row.billing_line2,
  billingCity: row.billing_city,
  billingPostalCode: row.billing_postal_code,
  billingState: row.billing_state,
  billingCountry: row.billing_country,
  taxId: row.tax_id,
  currency: row.currency,
  paymentsCustomerId: row.payments_customer_id,
  paymentsAccountId: row.payments_account_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
