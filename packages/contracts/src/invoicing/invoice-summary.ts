import { z } from 'zod'
import { named } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { endsBeforeItBegins, isIssuePeriod, issuedBetween } from './invoice-filters.ts'

const int = z.number().int()
const Amounts = z.object({
  currency: z
    .string()
    .describe(
      'The ISO 4217 code of the amounts. At the top level, the currency with the most invoices, or `EUR` without invoices.',
    ),
  paidCents: int.describe(
    'The total of paid invoices including VAT, minus what was credited before the payment.',
  ),
  refundedCents: int.describe(
    'The part of the payments that was returned by refunds and lost disputes.',
  ),
  outstandingCents: int.describe(
    'The total of open invoices including VAT, minus what was credited.',
  ),
  overdueCents: int.describe('The part of `outstandingCents` that is past its due date.'),
  counts: z
    .object({
      draft: int.describe('The number of drafts.'),
      open: int.describe('The number of open invoices, including overdue ones.'),
      paid: int.describe('The number of paid invoices.'),
      void: int.describe('The number of void invoices.'),
      uncollectible: int.describe('The number of invoices that were written off.'),
      overdue: int.describe('The number of open invoices past their due date.'),
    })
    .describe('The number of invoices by status.'),
})
/** The top level has the figures for the organisation's most used currency. */
export const InvoiceSummary = Amounts.extend({
  byCurrency: z
    .array(Amounts)
    .describe(
      'The same figures for each currency, most used first. The top level has those of the most used currency.',
    ),
}).meta({
  id: 'InvoiceSummary',
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

/** The most entries in a breakdown. The entries with the largest invoiced amounts are kept. */
export const breakdownEntriesAtMost = 1_000

/** The most months that a forecast looks ahead. */
export const forecastMonths = 12

/** `key` is the month (`2026-11`), a customer or offer id, or `none`. */
const group = {
  key: z
    .string()
    .describe(
      'The month (`2026-11`), or the id of the customer or offer. `none` for invoices without an offer.',
    ),
  label: z.string().describe('The name of the month, customer or offer.'),
  currency: z.string().describe('The ISO 4217 code of the amounts, in upper case.'),
}

/**
 * A month's, customer's or offer's issued invoices in one currency, without drafts and void
 * invoices.
 */
export const InvoiceBreakdownItem = named('InvoiceBreakdownItem', {
  ...group,
  invoicedCents: int.describe('The total of the issued invoices including VAT, in minor units.'),
  creditedCents: int.describe('The total of their credit notes including VAT, in minor units.'),
  paidCents: int.describe(
    'The total of paid invoices including VAT, minus what was credited before the payment, in minor units.',
  ),
  refundedCents: int.describe(
    'What refunds and lost disputes returned in the period, in minor units.',
  ),
  outstandingCents: int.describe(
    'The total of open invoices including VAT, minus what was credited, in minor units.',
  ),
  overdueCents: int.describe('The part of `outstandingCents` that is past its due date.'),
  count: int.describe('The number of invoices.'),
})
export type InvoiceBreakdownItem = z.infer<typeof InvoiceBreakdownItem>

/** What active schedules will bill, including VAT. */
export const InvoiceForecastItem = named('InvoiceForecastItem', {
  ...group,
  forecastCents: int.describe('The total of the coming periods including VAT, in minor units.'),
  count: int.describe('The number of periods.'),
})
export type InvoiceForecastItem = z.infer<typeof InvoiceForecastItem>

export const InvoiceBreakdown = named('InvoiceBreakdown', {
  items: z
    .array(InvoiceBreakdownItem)
    .describe('The issued invoices by key and currency, at most 1,000 entries.'),
  forecast: z
    .array(InvoiceForecastItem)
    .describe('What active schedules will bill, at most twelve months ahead.'),
  truncated: z.boolean().describe('True if smaller entries are left out of `items`.'),
})
export type InvoiceBreakdown = z.infer<typeof InvoiceBreakdown>

export const SummaryQuery = z
  .object({
    by: z
      .enum(['month', 'customer', 'offer'])
      .optional()
      .describe('What the totals are grouped by.'),
    ...issuedBetween,
  })
  .refine(isIssuePeriod, endsBeforeItBegins)
  .refine(({ by, from, to }) => by !== undefined || (from === undefined && to === undefined), {
    message: 'Choose what the period is grouped by',
    path: ['by'],
  })
export type SummaryQuery = z.output<typeof SummaryQuery>

export const summariseInvoices = tagged('Invoicing').org.get(
  'summariseInvoices',
  '/api/invoicing/summary',
  {
    sdk: 'invoices.summary',
    summary: 'Paid, outstanding and overdue amounts',
    description:
      'With `by`, the issued invoices of a period per month (UTC), customer or offer, separately for each currency. It also returns the forecast for recurring invoices in the future part of the period, at most twelve months. Refunds and lost disputes count in the period when they were recorded.',
    query: SummaryQuery,
    responses: ok('The summary', z.union([InvoiceSummary, InvoiceBreakdown])),
    example: { query: { by: 'customer' } },
  },
)
