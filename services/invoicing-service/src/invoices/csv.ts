import type { InvoiceRow } from './invoice.ts'

const columns = [
  'number',
  'status',
  'source',
  'customerId',
  'issueDate',
  'dueDate',
  'currency',
  'vatRateBps',
  'subtotalAmountCents',
  'vatAmountCents',
  'totalAmountCents',
  'id',
] as const

// A spreadsheet takes these first characters for a formula.
const formula = /^[=+\-@\t\r]/

/** One cell of RFC 4180; text that a spreadsheet would run as a formula is preceded by an apostrophe. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineOf = (cells: ReadonlyArray<string | number | null>): string => `${cells.map(csvCell).join(',')}\r\n`

export const csvHeader = lineOf(columns)

/** An invoice as a line of the export; amounts in minor units. */
export const csvLine = (row: InvoiceRow): string =>
  lineOf([
    row.number,
    row.status,
    row.source,
    row.customer_id,
    row.issue_date?.toISOString() ?? null,
    row.due_date?.toISOString() ?? null,
    row.currency,
    row.vat_rate_bps,
    Number(row.subtotal_amount_cents),
    Number(row.vat_amount_cents),
    Number(row.total_amount_cents),
    row.id,
  ])
