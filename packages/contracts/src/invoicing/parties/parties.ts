import { z } from 'zod'
import { GivenName, named, Timestamp } from '../../core/schemas.ts'
import { Country } from '../money/money.ts'
import { DocumentLanguage } from './document-language.ts'

/** Why the seller charges no VAT: the small enterprise exemption, in France `franchise en base`. */
const VatExemption = z.enum(['small_enterprise'])

/** The issuer of invoices. An invoice keeps the data from when it was finalized. */
export const Seller = named('Seller', {
  name: z.string().describe('The legal name.'),
  line1: z.string().nullable().describe('The first address line. Null if unset.'),
  line2: z.string().nullable().describe('The second address line. Null if unset.'),
  city: z.string().nullable().describe('The city. Null if unset.'),
  postalCode: z.string().nullable().describe('The postal code. Null if unset.'),
  country: z
    .string()
    .nullable()
    .describe('The ISO 3166-1 alpha-2 country code, in upper case. Null if unset.'),
  taxId: z.string().nullable().describe('The VAT number or tax id. Null if unset.'),
  registration: z.string().nullable().describe('The company registration number. Null if unset.'),
  vatExemption: VatExemption.nullable()
    .optional()
    .describe('`small_enterprise` if the seller charges no VAT on its own sales. Null otherwise.'),
})
export type Seller = z.infer<typeof Seller>

const sellerLine = z.string().trim().max(200).nullable().default(null)
export const PutSeller = z.strictObject({
  name: GivenName.describe('The legal name.'),
  line1: sellerLine.describe('The first address line. Null if unset.'),
  line2: sellerLine.describe('The second address line. Null if unset.'),
  city: sellerLine.describe('The city. Null if unset.'),
  postalCode: sellerLine.describe('The postal code. Null if unset.'),
  country: Country.nullable()
    .default(null)
    .describe('The ISO 3166-1 alpha-2 country code, in upper case. Null if unset.'),
  taxId: sellerLine.describe('The VAT number or tax id. Null if unset.'),
  registration: sellerLine.describe('The company registration number. Null if unset.'),
  vatExemption: VatExemption.nullable()
    .default(null)
    .describe('`small_enterprise` if the seller charges no VAT on its own sales. Null otherwise.'),
})

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

/** A problem of a finalized invoice, and how to fix it. */
export const InvoiceWarning = named('InvoiceWarning', {
  code: z
    .enum(['seller_incomplete', 'e_invoice_incomplete'])
    .describe('A stable code for the problem.'),
  message: z.string().describe('The problem in words.'),
  fix: z.string().describe('What to change for later invoices.'),
})
export type InvoiceWarning = z.infer<typeof InvoiceWarning>
