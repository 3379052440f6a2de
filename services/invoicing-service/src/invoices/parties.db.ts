import type { Buyer, Seller } from '@atrium/contracts'
import { json } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'

/** The org's seller as an invoice keeps it; `standIn` while the org has not said who it is. */
export const sellerOf = (
  orgId: string,
  standIn: Seller | null,
): RawBuilder<Seller | null> => sql<Seller | null>`
  coalesce((select jsonb_build_object('name', name, 'line1', line1, 'line2', line2, 'city', city,
    'postalCode', postal_code, 'country', country, 'taxId', tax_id, 'registration', registration)
    from sellers where org_id = ${orgId}), nullif(${json(standIn)}, 'null'))`

/** The customer as an invoice keeps it. */
export const buyerOf = (orgId: string, customerId: string): RawBuilder<Buyer | null> => sql<Buyer | null>`
  (select jsonb_build_object('name', name, 'email', email, 'billingLine1', billing_line1,
    'billingLine2', billing_line2, 'billingCity', billing_city, 'billingPostalCode', billing_postal_code,
    'billingState', billing_state, 'billingCountry', billing_country, 'taxId', tax_id)
    from customers where id = ${customerId} and org_id = ${orgId})`
