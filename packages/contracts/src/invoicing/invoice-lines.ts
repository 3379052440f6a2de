import { z } from 'zod'
import { visible } from '../core/schemas.ts'
import { Cents, VatRateBps } from './money/money.ts'

/** Why a line has its VAT rate. Every category except `standard` has rate 0. */
export const vatCategories = [
  'standard',
  'zero',
  'exempt',
  'reverse_charge',
  'intra_community',
  'export',
  'outside_scope',
] as const
export const VatCategory = z.enum(vatCategories)
export type VatCategory = z.infer<typeof VatCategory>

const shortText = (longest: number) =>
  z.string().trim().min(1).max(longest).regex(visible, 'Enter a text')

/** An invoice line, entered without VAT. `quantity` is positive and has at most four decimals. */
export const InvoiceLineItem = z.strictObject({
  description: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(visible, 'Enter a description')
    .describe('What is billed, at most 500 characters.'),
  quantity: z
    .number()
    .positive()
    .max(1_000_000)
    .refine(
      (value) => Number.isInteger(Number((value * 10_000).toFixed(6))),
      'Use at most four decimals',
    )
    .describe('A positive number with at most four decimals.'),
  unitAmountCents: Cents.describe(
    'The unit price excluding VAT, in minor units. Negative for a deduction.',
  ),
  unit: shortText(30)
    .optional()
    .describe('The unit of the quantity, for example `hours`, at most 30 characters.'),
  discountBps: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('The discount on the line in basis points. 1000 is 10 %.'),
  vatRateBps: VatRateBps.optional().describe(
    'The VAT rate of the line in basis points. Without it, the document’s rate applies.',
  ),
  vatCategory: VatCategory.optional().describe(
    'Why the line has its VAT rate. Every category except `standard` has rate 0.',
  ),
  vatReason: shortText(200)
    .optional()
    .describe(
      'The legal reason for rate 0 in words, at most 200 characters. By default, the usual sentence in your country.',
    ),
})
export type InvoiceLineItem = z.infer<typeof InvoiceLineItem>

/** A request's lines, at most 500. */
export const InvoiceLines = z.array(InvoiceLineItem).min(1).max(500)

/** True if a line states a rate above zero although its category has none. */
export const hasRateWithoutVat = ({
  vatRateBps = 0,
  vatCategory = 'standard',
}: Pick<InvoiceLineItem, 'vatRateBps' | 'vatCategory'>): boolean =>
  vatCategory !== 'standard' && vatRateBps > 0
