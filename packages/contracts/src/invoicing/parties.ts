import { z } from 'zod'
import { GivenName, named, Timestamp } from '../core/schemas.ts'
import { DocumentLanguage } from './document-language.ts'
import { Country } from './money.ts'

/** Why a seller's own sales have no VAT: the exemption of small enterprises, in France `franchise en base`. */
const VatExemption = z.enum(['small_enterprise'])

/** The issuer of the invoices; on an invoice, as of its finalizing. */
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

/** The customer of an invoice, as of its finalizing. */
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

/** When the processor mailed a finalized invoice, or the reason why its last attempt failed. */
export const InvoiceMailed = z
  .union([z.object({ at: Timestamp }), z.object({ failed: z.string() })])
  .meta({ id: 'InvoiceMailed' })
export type InvoiceMailed = z.infer<typeof InvoiceMailed>

/** A shortcoming of a finalized invoice, with its remedy. */
export const InvoiceWarning = named('InvoiceWarning', {
  code: z.enum(['seller_incomplete', 'e_invoice_incomplete']),
  message: z.string(),
  fix: z.string(),
})
export type InvoiceWarning = z.infer<typeof InvoiceWarning>
