import type { InvoiceFilters } from '@atrium/contracts'
import { csvLineOf } from '../csv/csv-line.ts'
import type { Deps } from '../deps.ts'
import { type ExportedInvoice, streamInvoices } from './invoice-list.ts'

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
  'customerName',
  'paidAt',
  'creditedCents',
  'amountDueCents',
  'customerTaxId',
] as const

const csvHeader = csvLineOf(columns)

/** An invoice as a line; amounts in minor units. */
const csvLine = (invoice: ExportedInvoice): string => csvLineOf(columns.map((column) => invoice[column]))

/** The export of the invoices of a filter: a first line with the columns, and the invoices in batches. */
export async function* csvOfInvoices(
  deps: Pick<Deps, 'db' | 'now'>,
  orgId: string,
  filters: InvoiceFilters,
): AsyncGenerator<string> {
  yield csvHeader
  for await (const invoices of streamInvoices(deps, orgId, filters)) yield invoices.map(csvLine).join('')
}
