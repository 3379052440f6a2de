import { z } from 'zod'
import { named, Timestamp } from '../../core/schemas.ts'
import { DocumentLanguage } from './document-language.ts'

/** The customer on an invoice, with the data from when it was finalized. */
export const Buyer = named('Buyer', {
  name: z.string().describe('The customer’s name.'),
  email: z.string().describe('The email address that the invoice goes to.'),
  billingLine1: z.string().nullable().describe('The first address line. Null if unset.'),
  billingLine2: z.string().nullable().describe('The second address line. Null if unset.'),
  billingCity: z.string().nullable().describe('The city. Null if unset.'),
  billingPostalCode: z.string().nullable().describe('The postal code. Null if unset.'),
  billingState: z.string().nullable().describe('The state or province. Null if unset.'),
  billingCountry: z
    .string()
    .nullable()
    .describe('The ISO 3166-1 alpha-2 country code, in upper case. Null if unset.'),
  taxId: z.string().nullable().describe('The VAT number or tax id. Null if unset.'),
  language: DocumentLanguage.nullable()
    .optional()
    .describe('The language of the documents. Null for the language of the billing country.'),
})
export type Buyer = z.infer<typeof Buyer>

/** When the processor mailed the finalized invoice, or why the last attempt failed. */
export const InvoiceMailed = z
  .union([
    z.object({ at: Timestamp.describe('When the processor mailed the invoice.') }),
    z.object({ failed: z.string().describe('Why the last attempt failed.') }),
  ])
  .meta({ id: 'InvoiceMailed' })
export type InvoiceMailed = z.infer<typeof InvoiceMailed>

/** A problem with a finalized invoice, and how to fix it. */
export const InvoiceWarning = named('InvoiceWarning', {
  code: z
    .enum([
      'seller_incomplete',
      'e_invoice_incomplete',
      'vat_rate_unusual',
      'charges_not_enabled',
      'bank_account_missing',
    ])
    .describe('A stable code for the problem.'),
  message: z.string().describe('The problem in words.'),
  fix: z.string().describe('What to change for later invoices.'),
})
export type InvoiceWarning = z.infer<typeof InvoiceWarning>
