import {
  type CreateCustomer,
  CustomerCreated,
  customerErrors,
  type UpdateCustomer,
} from '@atrium/contracts'
import { emit, inTransaction, isForeignKeyViolation } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { findAccount } from '../processor/accounts.ts'
import { auditChanged, auditCustomer, customerDetail } from './audit-customer.ts'
import { type CustomerRow, toCustomerColumns } from './customer.ts'
import {
  deleteCustomerRow,
  insertCustomer,
  lockChangedCustomer,
  updateCustomerRow,
} from './customers.db.ts'
import { requireTaxId } from './tax-id.ts'

/**
 * Stores a customer, and emits and audits the creation in the same transaction. Throws
 * `validation_failed` if the tax id does not fit the country.
 */
export const createCustomer = (deps: Deps, ctx: Ctx, input: CreateCustomer): Promise<CustomerRow> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId } = ctx.principal
    const tax_id = requireTaxId(input.taxId, input.billingCountry)
    const row = await insertCustomer(tx, {
      ...toCustomerColumns(input),
      tax_id,
      id: deps.newId('cus'),
      org_id: orgId,
    })
    if (row === undefined) throw new Error('The id of a new customer is taken')
    await emit(tx, CustomerCreated, orgId, { customerId: row.id, name: row.name, email: row.email })
    await auditCustomer(tx, row, 'customer.created', { detail: customerDetail(row) })
    return row
  })

/**
 * Validates the tax id if it changed, or if the country changed, because the country decides its
 * form.
 */
function changedTaxId(before: CustomerRow, { taxId, billingCountry }: UpdateCustomer) {
  if (taxId === undefined && billingCountry === undefined) return {}
  const number = taxId === undefined ? before.tax_id : taxId
  const country = billingCountry === undefined ? before.billing_country : billingCountry
  return { tax_id: requireTaxId(number, country) }
}

/**
 * Changes a customer. A customer stored on another payment account is created on the connected
 * account when next billed. Throws `not_found`, `precondition_failed`.
 */
export const updateCustomer = (
  deps: Deps,
  ctx: Ctx,
  { id, input, ifMatch }: { id: string; input: UpdateCustomer; ifMatch?: string | undefined },
) =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId } = ctx.principal
    const before = await lockChangedCustomer(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(id, before.version))
    const row = await updateCustomerRow(tx, before, {
      ...toCustomerColumns(input),
      ...changedTaxId(before, input),
    })
    await auditChanged(tx, before, row)
    const account = await findAccount(tx, orgId)
    const moved = account !== undefined && row.payments_account_id !== null
    if (!moved || row.payments_account_id === account.accountId) return row
    return updateCustomerRow(tx, row, { payments_customer_id: null, payments_account_id: null })
  })

/**
 * Deletes a customer. Throws `not_found`, `precondition_failed`, and `customer_in_use` (409) if an
 * invoice or schedule refers to the customer.
 */
export async function deleteCustomer(
  deps: Deps,
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch?: string | undefined },
): Promise<undefined> {
  const { orgId } = ctx.principal
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const { version } = await lockChangedCustomer(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(id, version))
    const { name } = await deleteCustomerRow(tx, orgId, id)
    await auditCustomer(tx, { org_id: orgId, id, name }, 'customer.deleted')
  }).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? customerErrors.customer_in_use({ cause: error }) : error
  })
}
