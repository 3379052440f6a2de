import { z } from 'zod'
import { CsvSeparator } from '../core/csv-separator.ts'
import { DayOrMoment, pageQuery } from '../core/schemas.ts'
import { invoiceSources, invoiceStatuses } from './invoices.ts'

const amount = z.coerce.number().int().min(-999_999_999_999).max(999_999_999_999).optional()

/** A period's first and last issue day. */
export const issuedBetween = {
  from: DayOrMoment.optional().describe(
    'The first issue day. A time counts as its day in the organisation’s time zone.',
  ),
  to: DayOrMoment.optional().describe(
    'The last issue day. A time counts as its day in the organisation’s time zone.',
  ),
}

// Days depend on the time zone. Two moments less than a day out of order may fall on the same day
// there.
const slackMs = 86_400_000

/** Returns true unless a period ends before it begins. */
export const isIssuePeriod = ({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}): boolean => from === undefined || to === undefined || Date.parse(from) < Date.parse(to) + slackMs

export const endsBeforeItBegins = {
  message: 'The period ends before it begins. Choose a later end.',
  path: ['to'],
}

const invoiceFilters = {
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Part of the invoice number, the customer’s name or email address, ignoring case.'),
  status: z.enum(invoiceStatuses).optional().describe('Returns only records with this status.'),
  overdue: z
    .literal('true')
    .optional()
    .describe('`true` returns only open invoices past their due date.'),
  source: z.enum(invoiceSources).optional().describe('Returns only records from this source.'),
  customerId: z.string().optional().describe('Returns only invoices of this customer.'),
  ...issuedBetween,
  minCents: amount.describe('The smallest total, in minor units.'),
  maxCents: amount.describe('The largest total, in minor units.'),
  sortBy: z
    .enum(['issueDate', 'dueDate', 'totalAmountCents', 'status'])
    .default('issueDate')
    .describe('The field to sort by.'),
  sortDir: z.enum(['asc', 'desc']).default('desc').describe('The sort direction.'),
}

const isRange = ({
  minCents,
  maxCents,
}: {
  minCents?: number | undefined
  maxCents?: number | undefined
}) => minCents === undefined || maxCents === undefined || minCents <= maxCents
const endsBelow = {
  message: 'The highest amount is below the lowest. Enter a larger amount.',
  path: ['maxCents'],
}

/** The filters and sort order of the list and its export. */
export const InvoiceFilters = z
  .object(invoiceFilters)
  .refine(isIssuePeriod, endsBeforeItBegins)
  .refine(isRange, endsBelow)
export type InvoiceFilters = z.output<typeof InvoiceFilters>

/** The list filters, and the file's cell separator. */
export const InvoiceExportQuery = z
  .object({
    ...invoiceFilters,
    separator: CsvSeparator.optional().describe(
      'The character between cells. By default a comma, or a semicolon if the organisation’s locale uses decimal commas.',
    ),
  })
  .refine(isIssuePeriod, endsBeforeItBegins)
  .refine(isRange, endsBelow)
export type InvoiceExportQuery = z.output<typeof InvoiceExportQuery>

export const InvoiceListQuery = z
  .object({
    ...invoiceFilters,
    cursor: z.string().max(300).optional().describe('The `next` value of the previous page.'),
    ...pageQuery,
  })
  .refine(isIssuePeriod, endsBeforeItBegins)
  .refine(isRange, endsBelow)
export type InvoiceListQuery = z.output<typeof InvoiceListQuery>
