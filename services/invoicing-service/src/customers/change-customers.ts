import {
  type CreateCustomer,
  type Customer,
  CustomerCreated,
  newId,
  type OrgPrincipal,
  type UpdateCustomer,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { defined } from '../defined.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findConnectedAccount } from '../payments/connected-account.ts'
import { customerErrors, toCustomer } from './customer.ts'
import { deleteCustomerRow, insertCustomer, updateCustomerRow } from './customers.db.ts'

const columnsOf = (input: UpdateCustomer) => {
  const columns = {
    name: input.name,
    email: input.email,
    billing_line1: input.billingLine1,
    billing_line2: input.billingLine2,
    billing_city: input.billingCity,
    billing_postal_code: input.billingPostalCode,
    billing_state: input.billingState,
    billing_country: input.billingCountry,
    tax_id: input.taxId,
    currency: input.currency,
  }
  return defined(columns)
}

/** Adds a customer; open to every member. */
export const createCustomer = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  input: CreateCustomer,
): Promise<Customer> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId } = ctx.principal
    const row = await insertCustomer(tx, {
      ...columnsOf(input),
      id: newId('cus'),
      org_id: orgId,
      name: input.name,
      email: input.email,
    })
    await emit(tx, CustomerCreated, orgId, { customerId: row.id, name: row.name, email: row.email })
    return toCustomer(row)
  })

/**
 * Changes what is given. A customer on another payments account than the connected one is made anew there when it is
 * next billed: saving it says that this is meant. Throws `not_found`.
 */
export const updateCustomer = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  id: string,
  input: UpdateCustomer,
): Promise<Customer> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId } = ctx.principal
    const row = await updateCustomerRow(tx, orgId, id, columnsOf(input))
    const account = await findConnectedAccount(tx, orgId)
    const moved = account !== undefined && row.payments_account_id !== null
    if (!moved || row.payments_account_id === account.account_id) return toCustomer(row)
    return toCustomer(
      await updateCustomerRow(tx, orgId, id, { payments_customer_id: null, payments_account_id: null }),
    )
  })

/** Throws `not_found`, and `customer_in_use` (409) once an invoice or schedule names the customer. */
export async function deleteCustomer(deps: Deps, ctx: Ctx<OrgPrincipal>, id: string): Promise<void> {
  await inTransaction(deps.db, ctx.tx, (tx) => deleteCustomerRow(tx, ctx.principal.orgId, id)).catch(
    (error: unknown) => {
      throw isForeignKeyViolation(error) ? customerErrors.customer_in_use({ cause: error }) : error
    },
  )
}

const isForeignKeyViolation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23503'
