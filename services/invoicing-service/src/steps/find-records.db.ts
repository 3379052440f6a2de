import {
  type customerSearchFields,
  foldText,
  type invoiceSearchFields,
  isSamePhone,
} from '@atrium/contracts'
import { matchesPhone } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'
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
  phone: 'phone',
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

const selectCustomers = (db: Db, orgId: string, condition: RawBuilder<boolean>, limit: number) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(condition)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Customers read for each one wanted, because a longer number can have the same last digits. */
const candidatesPerHit = 10

// The number of a column for phone numbers is one even without a country prefix or a leading zero.
function isEqualPhone(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((text) => foldText(text).trim().replace('(0)', ''))
  const areBare = /^[1-9(]/.test(a) && /^[1-9(]/.test(b)
  return a === b || isSamePhone(areBare ? `0${a}` : a, b)
}

export async function findCustomersByField(
  db: Db,
  orgId: string,
  { field, value, limit }: Wanted<CustomerField>,
) {
  const condition = isEqual(field, customerColumns[field], value)
  if (field !== 'phone') return selectCustomers(db, orgId, condition, limit)
  const endsAlike = sql<boolean>`(${condition} or ${matchesPhone('phone', value)})`
  const customers = await selectCustomers(db, orgId, endsAlike, limit * candidatesPerHit)
  return customers.filter(({ phone }) => isEqualPhone(phone ?? '', value)).slice(0, limit)
}

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
