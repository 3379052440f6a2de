import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { etag, ifMatch } from '../core/headers.ts'
import {
  byId,
  CreatedAt,
  DayOrMoment,
  GivenName,
  named,
  pageQuery,
  pageSchema,
  RecordId,
  Timestamp,
  UpdatedAt,
} from '../core/schemas.ts'
import { file, tagged } from '../core/tagged.ts'
import { Country, Currency } from './money/money.ts'
import { DocumentLanguage } from './parties/document-language.ts'

const line = z.string().trim().max(200).nullable()

/** The most addresses in one list, for a customer or for a mail. */
export const customerEmailsAtMost = 10
const addresses = z
  .array(EmailAddress)
  .max(customerEmailsAtMost)
  .refine(
    (list) => new Set(list.map((address) => address.toLowerCase())).size === list.length,
    'Name each address once',
  )

/** Addresses for a customer's documents, in addition to its main address or instead of it. */
export const CustomerEmails = named('CustomerEmails', {
  to: addresses.describe('The addresses that documents go to. Empty if they go to `email`.'),
  cc: addresses.describe('The addresses that get a copy.'),
})
export type CustomerEmails = z.output<typeof CustomerEmails>

// In a request both lists may be left out, so the schema for a response is another one.
const givenEmails = z.strictObject({
  to: addresses
    .default([])
    .describe('The addresses that documents go to. Empty if they go to `email`. At most 10.'),
  cc: addresses.default([]).describe('The addresses that get a copy. At most 10.'),
})

const emailsHint = 'The addresses that documents go to, instead of `email`.'
const remindersPaused = z.boolean().describe('True if the customer is sent no reminders.')
const phone = z.string().trim().max(64).nullable()
const notes = z.string().trim().max(5_000).nullable()

const customerFields = {
  name: GivenName.describe('The name of the person or company.'),
  email: EmailAddress.describe('The email address that invoices go to.'),
  billingLine1: line.describe('The first address line. Null if unset.'),
  billingLine2: line.describe('The second address line. Null if unset.'),
  billingCity: line.describe('The city. Null if unset.'),
  billingPostalCode: z
    .string()
    .trim()
    .max(40)
    .nullable()
    .describe('The postal code. Null if unset.'),
  billingState: line.describe('The state or province. Null if unset.'),
  billingCountry: Country.nullable().describe(
    'The ISO 3166-1 alpha-2 country code, in upper case. Null if unset.',
  ),
  taxId: z.string().trim().max(64).nullable().describe('The VAT number or tax id. Null if unset.'),
  currency: Currency.nullable().describe(
    'The customer’s only currency, as an ISO 4217 code. Null if any is allowed.',
  ),
  language: DocumentLanguage.nullable().describe(
    'The language of the customer’s documents. Null for the language of the billing country.',
  ),
  contactName: line.describe('The person to talk to. Null if unset.'),
  phone: phone.describe('The phone number as people write it. Null if unset.'),
  notes: notes.describe('Notes for the organisation’s members. They are never on a document.'),
  emails: givenEmails.describe(emailsHint),
  remindersPaused,
}

/** An organisation's billing contact, without a login. */
export const Customer = named('Customer', {
  id: RecordId,
  ...customerFields,
  email: z
    .string()
    .describe('The email address that invoices go to. Empty if it is not known or was removed.'),
  emails: CustomerEmails.describe(emailsHint),
  balanceCents: z
    .number()
    .int()
    .describe(
      'What is due on the customer’s open invoices in `balanceCurrency`, in minor units. Read-only.',
    ),
  balanceCurrency: z
    .string()
    .nullable()
    .describe(
      'The currency of the balance: the customer’s own, else the one of most of its open invoices. Null if it has no open invoice and no currency.',
    ),
  anonymisedAt: Timestamp.nullable().describe(
    'When the customer’s personal data was removed. Null for other customers.',
  ),
  paymentsCustomerId: z
    .string()
    .nullable()
    .describe('The customer’s id at the processor. Null until it is needed there.'),
  paymentsAccountId: z
    .string()
    .nullable()
    .describe(
      'The connected account at the processor that the customer belongs to. Null until it is needed there.',
    ),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type Customer = z.infer<typeof Customer>

export const CreateCustomer = z.strictObject({
  ...customerFields,
  billingLine1: line.default(null).describe('The first address line. Null if unset.'),
  billingLine2: line.default(null).describe('The second address line. Null if unset.'),
  billingCity: line.default(null).describe('The city. Null if unset.'),
  billingPostalCode: customerFields.billingPostalCode
    .default(null)
    .describe('The postal code. Null if unset.'),
  billingState: line.default(null).describe('The state or province. Null if unset.'),
  billingCountry: customerFields.billingCountry
    .default(null)
    .describe('The ISO 3166-1 alpha-2 country code, in upper case. Null if unset.'),
  taxId: customerFields.taxId.default(null).describe('The VAT number or tax id. Null if unset.'),
  currency: customerFields.currency
    .default(null)
    .describe('The customer’s only currency, as an ISO 4217 code. Null if any is allowed.'),
  language: customerFields.language
    .default(null)
    .describe(
      'The language of the customer’s documents. Null for the language of the billing country.',
    ),
  contactName: line.default(null).describe('The person to talk to. Null if unset.'),
  phone: phone.default(null).describe('The phone number as people write it. Null if unset.'),
  notes: notes
    .default(null)
    .describe('Notes for the organisation’s members. They are never on a document.'),
  emails: givenEmails.default({ to: [], cc: [] }).describe(emailsHint),
  remindersPaused: remindersPaused
    .default(false)
    .describe('True if the customer is sent no reminders. False by default.'),
})
export type CreateCustomer = z.output<typeof CreateCustomer>

export const UpdateCustomer = z.strictObject(customerFields).partial()
export type UpdateCustomer = z.output<typeof UpdateCustomer>

const customers = tagged('Customers').org
const customer = customers.resource('/api/customers', byId, 'The customer', Customer, etag)

export const listCustomers = customer.list('listCustomers', pageSchema(Customer), {
  sdk: 'customers.list',
  summary: 'Customers, newest first',
  query: z.object({
    q: z
      .string()
      .max(200)
      .optional()
      .describe(
        'The text to search for in name and email address, or a phone number, with or without its country prefix.',
      ),
    ...pageQuery,
  }),
  example: { query: { q: 'harbour', limit: 10 } },
})

export const createCustomer = customer.create('createCustomer', {
  sdk: 'customers.create',
  summary: 'Add a customer',
  body: CreateCustomer,
  example: {
    body: {
      name: 'Harbour Café',
      email: 'accounts@cafe.example.com',
      billingLine1: '12 quai du Port',
      billingPostalCode: '13002',
      billingCity: 'Marseille',
      billingCountry: 'FR',
      taxId: 'FR40987654321',
      currency: 'EUR',
      contactName: 'Ada Marin',
      phone: '+33 4 91 00 00 00',
      emails: { cc: ['books@cafe.example.com'] },
    },
  },
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
  example: { body: { language: 'en' } },
})

export const deleteCustomer = customer.delete('deleteCustomer', {
  sdk: 'customers.delete',
  summary: 'Delete a customer that has no invoices',
  headers: ifMatch,
  errors: ['customer_in_use', 'precondition_failed'],
  example: { params: { id: '{closedCustomer.id}' } },
})

const managed = tagged('Customers').admin.resource(
  '/api/customers',
  byId,
  'The customer',
  Customer,
  etag,
)

export const mergeCustomer = managed.action('mergeCustomer', 'merge', {
  sdk: 'customers.merge',
  summary: 'Merge a customer into another one',
  description:
    'Invoices, drafts, credit notes, subscriptions and estimates move to the customer `into`, which is returned, and the other customer is deleted. Issued documents keep their printed address. What `into` lacks, such as a phone number or more mail addresses, is taken over. Reminders stay paused if they were paused for one of both. Repeating the merge changes nothing.',
  body: z.strictObject({
    into: z.string().max(200).describe('The id of the customer that stays.'),
  }),
  errors: ['currency_mismatch'],
  example: { params: { id: '{doubleCustomer.id}' }, body: { into: '{createCustomer.id}' } },
})

export const anonymiseCustomer = managed.action('anonymiseCustomer', 'anonymise', {
  sdk: 'customers.anonymise',
  summary: 'Remove the personal data of a customer',
  description:
    'Removes name, addresses, contact details, notes and VAT number, deletes drafts that were never issued and cancels subscriptions. Issued invoices, credit notes and payments stay as they are, because the law requires it. Mails that wait to be sent are deleted, and the customer is sent no more reminders. Repeating it removes what was added since.',
  example: { params: { id: '{formerCustomer.id}' } },
})

export const StatementQuery = z.object({
  from: DayOrMoment.optional().describe('The first day. By default the day of the first entry.'),
  to: DayOrMoment.optional().describe('The last day. By default today.'),
})
export type StatementQuery = z.output<typeof StatementQuery>

export const getCustomerStatement = customer.one.get('getCustomerStatement', '/statement.pdf', {
  sdk: 'customers.statement',
  summary: 'A customer’s statement of account as a PDF',
  description:
    'Opening balance, issued invoices, credit notes, payments, refunds and closing balance, in the customer’s language. Each currency has its own account. At most 2,000 entries.',
  query: StatementQuery,
  responses: file('The PDF', 'application/pdf'),
  example: { query: { from: '2026-01-01', to: '2026-03-31' } },
})
