import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { etag, ifMatch } from '../core/headers.ts'
import { byId, GivenName, named, pageQuery, pageSchema, Timestamp } from '../core/schemas.ts'
import { tagged } from '../core/tagged.ts'
import { DocumentLanguage } from './document-language.ts'
import { Country, Currency } from './money.ts'

const line = z.string().trim().max(200).nullable()
const customerFields = {
  name: GivenName,
  email: EmailAddress,
  billingLine1: line,
  billingLine2: line,
  billingCity: line,
  billingPostalCode: z.string().trim().max(40).nullable(),
  billingState: line,
  billingCountry: Country.nullable(),
  taxId: z.string().trim().max(64).nullable(),
  currency: Currency.nullable(),
  language: DocumentLanguage.nullable().describe(
    'Of the documents; null: the language of the billing country',
  ),
}

/** An organisation's billing contact, without a login. */
export const Customer = named('Customer', {
  id: z.string(),
  ...customerFields,
  paymentsCustomerId: z.string().nullable(),
  paymentsAccountId: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
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
  language: customerFields.language.default(null),
})
export type CreateCustomer = z.output<typeof CreateCustomer>

export const UpdateCustomer = z.strictObject(customerFields).partial()
export type UpdateCustomer = z.output<typeof UpdateCustomer>

const customers = tagged('Customers').org
const customer = customers.resource('/api/customers', byId, 'The customer', Customer, etag)

export const listCustomers = customer.list('listCustomers', pageSchema(Customer), {
  sdk: 'customers.list',
  summary: 'Customers, newest first',
  query: z.object({ q: z.string().max(200).optional(), ...pageQuery }),
})

export const createCustomer = customer.create('createCustomer', {
  sdk: 'customers.create',
  summary: 'Add a customer',
  body: CreateCustomer,
})

export const getCustomer = customer.get('getCustomer', {
  sdk: 'customers.get',
  summary: 'One customer',
})

export const updateCustomer = customer.update('updateCustomer', {
  sdk: 'customers.update',
  summary: 'Change a customer',
  headers: ifMatch,
  body: UpdateCustomer,
  errors: ['precondition_failed'],
})

export const deleteCustomer = customer.delete('deleteCustomer', {
  sdk: 'customers.delete',
  summary: 'Delete a customer that no invoice names',
  headers: ifMatch,
  errors: ['customer_in_use', 'precondition_failed'],
})
