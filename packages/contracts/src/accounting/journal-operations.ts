import { z } from 'zod'
import { CsvSeparator } from '../core/csv-separator.ts'
import { named } from '../core/schemas.ts'
import { file, listed, tagged } from '../core/tagged.ts'

const accounting = tagged('Accounting')
const whole = z.number().int()
const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'A month, such as 2026-03')
const Currency = z.string().regex(/^[A-Z]{3}$/, 'A currency code, such as EUR')

/** A calendar month (UTC) with journal entries in one currency. */
export const AccountingMonth = named('AccountingMonth', {
  month: z.string().describe('The month in the organisation’s time zone, for example `2026-03`.'),
  currency: z.string().describe('The ISO 4217 code of the amounts, in upper case.'),
  invoices: whole.describe('The number of invoices issued in the month.'),
  invoicedCents: whole.describe('The total of the issued invoices including VAT, in minor units.'),
  creditNotes: whole.describe('The number of credit notes issued in the month.'),
  creditedCents: whole.describe('The total of the credit notes including VAT, in minor units.'),
  payments: whole.describe('The number of payments recorded in the month.'),
  paidCents: whole.describe('The total of the recorded payments, in minor units.'),
  refunds: whole.describe('The number of refunds recorded in the month, including lost disputes.'),
  refundedCents: whole.describe('The total of refunds and lost disputes, in minor units.'),
})
export type AccountingMonth = z.infer<typeof AccountingMonth>

export const listAccountingMonths = accounting.org.get(
  'listAccountingMonths',
  '/api/accounting/months',
  {
    sdk: 'accounting.months',
    summary: 'The months with entries, newest first, separately for each currency',
    description: 'At most 240.',
    responses: listed('The months with entries, newest first, at most 240.', AccountingMonth),
    errors: ['not_configured'],
  },
)

export const AccountingExportQuery = z.object({
  month: Month.describe('The month, for example `2026-01`.'),
  currency: Currency.default('EUR').describe('The ISO 4217 currency code.'),
  format: z
    .enum(['csv', 'fec'])
    .default('csv')
    .describe(
      'The file format. `fec` is the file that the French book of tax procedures requires (article A47 A-1).',
    ),
  separator: CsvSeparator.optional().describe(
    'The cell separator of `csv`. By default a comma, or a semicolon if the organisation’s locale writes decimals with a comma. `fec` always has tabs.',
  ),
})
export type AccountingExportQuery = z.output<typeof AccountingExportQuery>

export const exportAccounting = accounting.org.get('exportAccounting', '/api/accounting/export', {
  sdk: 'accounting.export',
  summary: 'The journal for a month (UTC) in one currency',
  description:
    'Balanced entries for sales, credit notes, payments, refunds, voids and write-offs. Each entry has the date when it was recorded, so the file for a past month never changes. `fec` has 18 columns, tabs and decimal commas. `csv` has the same columns, plus VAT rate, the customer’s tax id and country, and the payment method. With semicolons it has decimal commas.',
  query: AccountingExportQuery,
  responses: file('The file', 'text/csv', 'text/tab-separated-values'),
  errors: ['not_configured'],
  example: { query: { month: '{listAccountingMonths.items.0.month}', currency: 'EUR' } },
})
