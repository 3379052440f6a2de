import { type customerSearchFields, foldText, type invoiceSearchFields } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { invoicesWithCustomers } from '../invoices/get-invoice.ts'

type CustomerField = (typeof customerSearchFields)[number]
type InvoiceField = (typeof invoiceSearchFields)[number]

interface Wanted<F> {
  field: F
  value: string
  limit: number
}

const customerColumns = {
  id: 'id',
  name: 'name',
  email: 'email',
  taxId: 'tax_id',
  billingCity: 'billing_city',
  billingPostalCode: 'billing_postal_code',
  billingCountry: 'billing_country',
  currency: 'currency',
} as const satisfies Record<CustomerField, string>

const invoiceColumns = {
  id: 'i.id',
  number: 'i.number',
  customerId: 'i.customer_id',
  customerName: 'c.name',
  customerEmail: 'c.email',
  status: 'i.status',
  source: 'i.source',
  currency: 'i.currency',
} as const satisfies Record<InvoiceField, string>

/** An id is compared as it is, because only then an index helps. */
const isEqual = (field: string, column: string, value: string) =>
  field === 'id' || field === 'customerId'
    ? sql<boolean>`${sql.ref(column)} = ${value.trim()}`
    : sql<boolean>`fold_text(${sql.ref(column)}) = ${foldText(value.trim())}`

export const findCustomersByField = (
  db: Db,
  orgId: string,
  { field, value, limit }: Wanted<CustomerField>,
) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isEqual(field, customerColumns[field], value))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findInvoicesByField = (
  db: Db,
  orgId: string,
  { field, value, limit }: Wanted<InvoiceField>,
) =>
  invoicesWithCustomers(db)
    .selectAll('i')
    .select('c.name as customer_name')
    .where('i.org_id', '=', orgId)
    .where(isEqual(field, invoiceColumns[field], value))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
