import { z } from 'zod'
import { named } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { endsBeforeItBegins, isIssuePeriod, issuedBetween } from './invoices.ts'

const int = z.number().int()
const Amounts = z.object({
  currency: z.string(),
  paidCents: int,
  refundedCents: int,
  outstandingCents: int,
  overdueCents: int,
  counts: z.object({
    draft: int,
    open: int,
    paid: int,
    void: int,
    uncollectible: int,
    overdue: int,
  }),
})
/** The top level has the figures for the organisation's most used currency. */
export const InvoiceSummary = Amounts.extend({ byCurrency: z.array(Amounts) }).meta({
  id: 'InvoiceSummary',
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

/** The most entries in a breakdown. The entries with the largest invoiced amounts are kept. */
export const breakdownEntriesAtMost = 1_000

/** The most months that a forecast looks ahead. */
export const forecastMonths = 12

/** `key` is the month (`2026-11`), a customer or offer id, or `none`. */
const group = { key: z.string(), label: z.string(), currency: z.string() }

/**
 * The issued invoices of a month, customer or offer in one currency, without drafts and void
 * invoices.
 */
export const InvoiceBreakdownItem = named('InvoiceBreakdownItem', {
  ...group,
  invoicedCents: int,
  creditedCents: int,
  paidCents: int,
  refundedCents: int,
  outstandingCents: int,
  overdueCents: int,
  count: int,
})
export type InvoiceBreakdownItem = z.infer<typeof InvoiceBreakdownItem>

/** What active schedules will bill, including VAT. */
export const InvoiceForecastItem = named('InvoiceForecastItem', {
  ...group,
  forecastCents: int,
  count: int,
})
export type InvoiceForecastItem = z.infer<typeof InvoiceForecastItem>

export const InvoiceBreakdown = named('InvoiceBreakdown', {
  items: z.array(InvoiceBreakdownItem),
  forecast: z.array(InvoiceForecastItem),
  truncated: z.boolean().meta({ description: 'Whether smaller entries are left out of `items`' }),
})
export type InvoiceBreakdown = z.infer<typeof InvoiceBreakdown>

export const SummaryQuery = z
  .object({ by: z.enum(['month', 'customer', 'offer']).optional(), ...issuedBetween })
  .refine(isIssuePeriod, endsBeforeItBegins)
  .refine(({ by, from, to }) => by !== undefined || (from === undefined && to === undefined), {
    message: 'A period needs `by`',
    path: ['by'],
  })
export type SummaryQuery = z.output<typeof SummaryQuery>

export const summariseInvoices = tagged('Invoicing').org.get(
  'summariseInvoices',
  '/api/invoicing/summary',
  {
    sdk: 'invoices.summary',
    summary: 'The paid, outstanding and overdue amounts',
    description:
      'With `by` the issued invoices of a period per month (UTC), customer or offer, each currency apart, and the forecast of the recurring ones for the part of the period that is to come: twelve months at most. A refund and a lost dispute count in the period of the day on which they were recorded.',
    query: SummaryQuery,
    responses: ok('The summary', z.union([InvoiceSummary, InvoiceBreakdown])),
  },
)
