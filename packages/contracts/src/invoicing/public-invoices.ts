import { z } from 'zod'
import { CalendarDay, named } from '../core/schemas.ts'
import { file, ok, tagged } from '../core/tagged.ts'
import { Invoice, vatReasons } from './invoices.ts'
import { DocumentLanguage } from './parties/document-language.ts'
import { Seller } from './parties/seller.ts'

/** The seller on a public page, with its logo. The bank details are separate. */
export const PublicSeller = Seller.pick({
  name: true,
  line1: true,
  line2: true,
  city: true,
  postalCode: true,
  country: true,
  taxId: true,
  taxNumber: true,
  registration: true,
  legalForm: true,
  shareCapital: true,
  email: true,
  phone: true,
  website: true,
})
  .extend({
    logoUrl: z.string().nullable().describe('The organisation’s picture. Null if it has none.'),
  })
  .meta({ id: 'PublicSeller' })
export type PublicSeller = z.infer<typeof PublicSeller>

/** Where a bank transfer goes. */
export const BankDetails = named('BankDetails', {
  name: z.string().describe('The account holder.'),
  iban: z.string().describe('The IBAN without spaces.'),
  bic: z.string().nullable().describe('The BIC. Null if unset.'),
  bankName: z.string().nullable().describe('The bank’s name. Null if unset.'),
})
export type BankDetails = z.infer<typeof BankDetails>

/** An issued invoice as its customer sees it. */
export const PublicInvoice = Invoice.pick({
  number: true,
  status: true,
  currency: true,
  lineItems: true,
  vatRateBps: true,
  subtotalAmountCents: true,
  vatAmountCents: true,
  totalAmountCents: true,
  creditedCents: true,
  paidCents: true,
  amountDueCents: true,
  issuedOn: true,
  dueOn: true,
  buyer: true,
  note: true,
  footer: true,
  orderNumber: true,
  serviceFrom: true,
  serviceTo: true,
  paymentReference: true,
})
  .extend({
    paidOn: CalendarDay.nullable().describe(
      'The day of the payment in the organisation’s time zone. Null until the invoice is paid.',
    ),
    language: DocumentLanguage.describe('The document’s language.'),
    seller: PublicSeller.describe('The issuer.'),
    vatReasons,
    bank: BankDetails.nullable().describe(
      'Where to transfer the amount due. Null if nothing is due, or if the seller has no bank account on the invoice.',
    ),
    paymentsHostedInvoiceUrl: z
      .string()
      .nullable()
      .describe('The processor’s page to pay online. Null if there is none, or if nothing is due.'),
  })
  .meta({ id: 'PublicInvoice' })
export type PublicInvoice = z.infer<typeof PublicInvoice>

const byToken = z.object({ token: z.string().describe('The `publicToken`.') })
const invoice = tagged('Invoicing').public.at('/api/public/invoices/{token}', byToken)

export const getPublicInvoice = invoice.get('getPublicInvoice', '', {
  sdk: 'publicInvoices.get',
  summary: 'An issued invoice as its customer sees it',
  description:
    'Only the token counts, so the customer needs no account. A draft is 404. The bank details and the processor’s page are absent if nothing is due.',
  responses: ok('The invoice', PublicInvoice),
  example: { params: { token: '{finalizeInvoice.publicToken}' } },
})

export const getPublicInvoicePdf = invoice.get('getPublicInvoicePdf', '/pdf', {
  sdk: 'publicInvoices.pdf',
  summary: 'The PDF of an issued invoice for its customer',
  responses: file('The PDF', 'application/pdf'),
  example: { params: { token: '{finalizeInvoice.publicToken}' } },
})
