import { z } from 'zod'
import { GivenName, named } from '../../core/schemas.ts'
import { Country } from '../money/money.ts'
import { compactBankCode, isBic, isIban } from './bank-account.ts'

const ibanProblem =
  'This IBAN has a wrong character or is not complete. Compare it with your bank’s.'

/** An IBAN with or without blanks, or an empty text. */
const TypedIban = z
  .string()
  .trim()
  .max(60)
  .refine((typed) => typed === '' || isIban(compactBankCode(typed)), ibanProblem)

/** A BIC with or without blanks, or an empty text. */
const TypedBic = z
  .string()
  .trim()
  .max(30)
  .refine(
    (typed) => typed === '' || isBic(compactBankCode(typed)),
    'A BIC has 8 or 11 characters, such as COBADEFFXXX',
  )

/** Why the seller charges no VAT: the small enterprise exemption, in France `franchise en base`. */
const VatExemption = z.enum(['small_enterprise'])

const words = {
  name: 'The legal name.',
  line1: 'The first address line. Null if unset.',
  line2: 'The second address line. Null if unset.',
  city: 'The city. Null if unset.',
  postalCode: 'The postal code. Null if unset.',
  country: 'The ISO 3166-1 alpha-2 country code, in upper case. Null if unset.',
  taxId: 'The VAT number or tax id. Null if unset.',
  taxNumber: 'The national tax number, for a company without a VAT number. Null if unset.',
  registration: 'The company registration number. Null if unset.',
  legalForm: 'The legal form, such as `GmbH` or `SARL`. Null if unset.',
  shareCapital: 'The share capital as printed, such as `10 000 EUR`. Null if unset.',
  email: 'The email address on the documents. Null if unset.',
  phone: 'The phone number on the documents. Null if unset.',
  website: 'The website on the documents. Null if unset.',
  iban: 'The IBAN that customers pay to, without blanks. Null if unset.',
  bic: 'The BIC of the bank. Null if unset.',
  bankName: 'The name of the bank. Null if unset.',
  vatExemption: '`small_enterprise` if the seller charges no VAT on its own sales. Null otherwise.',
}

/** Details missing in invoices from before November 2026. */
const optionalText = (description: string) => z.string().nullable().optional().describe(description)

/** An invoice's issuer. An invoice keeps the data from when it was finalized. */
export const Seller = named('Seller', {
  name: z.string().describe(words.name),
  line1: z.string().nullable().describe(words.line1),
  line2: z.string().nullable().describe(words.line2),
  city: z.string().nullable().describe(words.city),
  postalCode: z.string().nullable().describe(words.postalCode),
  country: z.string().nullable().describe(words.country),
  taxId: z.string().nullable().describe(words.taxId),
  taxNumber: optionalText(words.taxNumber),
  registration: z.string().nullable().describe(words.registration),
  legalForm: optionalText(words.legalForm),
  shareCapital: optionalText(words.shareCapital),
  email: optionalText(words.email),
  phone: optionalText(words.phone),
  website: optionalText(words.website),
  iban: optionalText(words.iban),
  bic: optionalText(words.bic),
  bankName: optionalText(words.bankName),
  vatExemption: VatExemption.nullable().optional().describe(words.vatExemption),
  smallBusiness: z.boolean().optional().describe('True if `vatExemption` is `small_enterprise`.'),
})
export type Seller = z.infer<typeof Seller>

const text = (description: string) =>
  z.string().trim().max(200).nullable().default(null).describe(description)

const TypedEmail = z
  .string()
  .trim()
  .max(254)
  .refine((typed) => typed === '' || z.email().safeParse(typed).success, 'Enter an email address')

export const PutSeller = z.strictObject({
  name: GivenName.describe(words.name),
  line1: text(words.line1),
  line2: text(words.line2),
  city: text(words.city),
  postalCode: text(words.postalCode),
  country: Country.nullable().default(null).describe(words.country),
  taxId: text(words.taxId),
  taxNumber: text(words.taxNumber),
  registration: text(words.registration),
  legalForm: text(words.legalForm),
  shareCapital: text(words.shareCapital),
  email: TypedEmail.nullable().default(null).describe(words.email),
  phone: text(words.phone),
  website: text(words.website),
  iban: TypedIban.nullable().default(null).describe(words.iban),
  bic: TypedBic.nullable().default(null).describe(words.bic),
  bankName: text(words.bankName),
  vatExemption: VatExemption.nullable().optional().describe(words.vatExemption),
  smallBusiness: z
    .boolean()
    .optional()
    .describe(
      'Another way to write `vatExemption`. If you send both and they differ, the one that you have changed counts.',
    ),
})
