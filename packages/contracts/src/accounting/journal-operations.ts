import { z } from 'zod'
import { named } from '../core/schemas.ts'
import { file, listed, tagged } from '../core/tagged.ts'

const accounting = tagged('Accounting')
const whole = z.number().int()
const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'A month, such as 2026-03')
const Currency = z.string().regex(/^[A-Z]{3}$/, 'A currency code, such as EUR')

/** A calendar month (UTC) with journal entries in one currency. */
export const AccountingMonth = named('AccountingMonth', {
  month: z.string(),
  currency: z.string(),
  invoices: whole.describe('Issued in the month'),
  invoicedCents: whole,
  creditNotes: whole,
  creditedCents: whole,
  payments: whole.describe('Recorded in the month'),
  paidCents: whole,
  refunds: whole.describe('Recorded in the month, lost disputes included'),
  refundedCents: whole,
})
export type AccountingMonth = z.infer<typeof AccountingMonth>

export const listAccountingMonths = accounting.org.get(
  'listAccountingMonths',
  '/api/accounting/months',
  {
    sdk: 'accounting.months',
    summary: 'The months with entries, newest first, each currency apart',
    description: 'At most 240.',
    responses: listed('The months', AccountingMonth),
    errors: ['not_configured'],
  },
)

export const AccountingExportQuery = z.object({
  month: Month,
  currency: Currency.default('EUR'),
  /** `fec` is the file required by the French book of tax procedures, article A47 A-1. */
  format: z.enum(['csv', 'fec']).default('csv'),
})
export type AccountingExportQuery = z.output<typeof AccountingExportQuery>

export const exportAccounting = accounting.org.get('exportAccounting', '/api/accounting/export', {
  sdk: 'accounting.export',
  summary: 'The journal of a month (UTC) in one currency',
  description:
    'Balanced entries of sales, credit notes, payments, refunds, voids and write-offs. An entry has the date of its record, so that the file of a past month stays as it is. `fec`: 18 columns, tabs, decimal comma; `csv`: the same columns with VAT rate, tax id and country of the customer, and payment method.',
  query: AccountingExportQuery,
  responses: file('The file', 'text/csv', 'text/tab-separated-values'),
  errors: ['not_configured'],
})
