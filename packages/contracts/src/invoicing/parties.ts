import { z } from 'zod'
import { GivenName, named, Timestamp } from '../core/schemas.ts'
import { DocumentLanguage } from './document-language.ts'
import { Country } from './money.ts'

/** Why the seller charges no VAT: the small enterprise exemption, in France `franchise en base`. */
const VatExemption = z.enum(['small_enterprise'])

/** The issuer of invoices. An invoice keeps the data from when it was finalized. */
export const Seller = named('Seller', {
  name: z.string(),
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
  taxId: z.string().nullable(),
  registration: z.string().nullable(),
  vatExemption: VatExemption.nullable().optional(),
})
export type Seller = z.infer<typeof Seller>

const sellerLine = z.string().trim().max(200).nullable().default(null)
export const PutSeller = z.strictObject({
  name: GivenName,
  line1: sellerLine,
  line2: sellerLine,
  city: sellerLine,
  postalCode: sellerLine,
  country: Country.nullable().default(null),
  taxId: sellerLine,
  registration: sellerLine,
  vatExemption: VatExemption.nullable().default(null),
})

/** The customer on an invoice, with the data from when it was finalized. */
export const Buyer = named('Buyer', {
  name: z.string(),
  email: z.string(),
  billingLine1: z.string().nullable(),
  billingLine2: z.string().nullable(),
  billingCity: z.string().nullable(),
  billingPostalCode: z.string().nullable(),
  billingState: z.string().nullable(),
  billingCountry: z.string().nullable(),
  taxId: z.string().nullable(),
  language: DocumentLanguage.nullable().optional(),
})
export type Buyer = z.infer<typeof Buyer>

/** When the processor mailed the finalized invoice, or why the last attempt failed. */
export const InvoiceMailed = z
  .union([z.object({ at: Timestamp }), z.object({ failed: z.string() })])
  .meta({ id: 'InvoiceMailed' })
export type InvoiceMailed = z.infer<typeof InvoiceMailed>

/** A problem of a finalized invoice, and how to fix it. */
export const InvoiceWarning = named('InvoiceWarning', {
  code: z.enum(['seller_incomplete', 'e_invoice_incomplete']),
  message: z.string(),
  fix: z.string(),
})
export type InvoiceWarning = z.infer<typeof InvoiceWarning>
