import { z } from 'zod'
import { defineOperation } from '../core/operation.ts'
import { pageOf, pageQuery, Timestamp } from '../core/schemas.ts'
import { Country, Currency } from './money.ts'

const line = z.string().trim().max(200).nullable()
const customerFields = {
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  billingLine1: line,
  billingLine2: line,
  billingCity: line,
  billingPostalCode: z.string().trim().max(40).nullable(),
  billingState: line,
  billingCountry: Country.nullable(),
  taxId: z.string().trim().max(64).nullable(),
  currency: Currency.nullable(),
}

/** A billing contact of an organisation; it has no login. */
export const Customer = z
  .object({
    id: z.string(),
    ...customerFields,
    paymentsCustomerId: z.string().nullable(),
    paymentsAccountId: z.string().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>

export const CreateCustomer = z.strictObject({
  ...customerFields,
  billingLine1: line.default(null),
  billingLine2: line.default(null),
  billingCity: line.default(null),
  billingPostalCode: customerFields.billingPostalCode.default(null),
  billingState: line.default(null),
  billingCountry: customerFields.billingCountry.default(null),
  taxId: customerFields.taxId.default(null),
  currency: customerFields.currency.default(null),
})
export type CreateCustomer = z.output<typeof CreateCustomer>

export const UpdateCustomer = z.strictObject(customerFields).partial()
export type UpdateCustomer = z.output<typeof UpdateCustomer>

const member = { tag: 'Customers', access: 'org' } as const
const one = { ...member, path: '/api/customers/{id}', params: z.object({ id: z.string() }) } as const
const customer = { description: 'The customer', schema: Customer }

export const listCustomers = defineOperation({
  ...member,
  id: 'listCustomers',
  method: 'get',
  path: '/api/customers',
  summary: 'Customers, newest first',
  query: z.object({ q: z.string().max(200).optional(), ...pageQuery }),
  responses: { 200: { description: 'A page of customers', schema: pageOf(Customer) } },
})

export const createCustomer = defineOperation({
  ...member,
  id: 'createCustomer',
  method: 'post',
  path: '/api/customers',
  summary: 'Add a customer',
  idempotent: true,
  body: CreateCustomer,
  responses: { 201: customer },
})

export const getCustomer = defineOperation({
  ...one,
  id: 'getCustomer',
  method: 'get',
  summary: 'One customer',
  responses: { 200: customer },
})

export const updateCustomer = defineOperation({
  ...one,
  id: 'updateCustomer',
  method: 'patch',
  summary: 'Change a customer',
  body: UpdateCustomer,
  responses: { 200: customer },
})

export const deleteCustomer = defineOperation({
  ...one,
  id: 'deleteCustomer',
  method: 'delete',
  summary: 'Delete a customer that no invoice names',
  responses: { 204: { description: 'Deleted' } },
  errors: ['customer_in_use'],
})
