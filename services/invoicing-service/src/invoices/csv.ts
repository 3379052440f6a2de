import type { InvoiceFilters } from '@atrium/contracts'
import { csvLineOf } from '../csv/csv-line.ts'
import type { Deps } from '../deps.ts'
import { amountDueOf } from './invoice.ts'
import type { ExportedRow } from './invoice-list.db.ts'
import { streamInvoices } from './invoice-list.ts'

/** The columns of the file; amounts in minor units. */
const columns: Readonly<Record<string, (row: ExportedRow) => string | number | null>> = {
  number: (row) => row.number,
  status: (row) => row.status,
  source: (row) => row.source,
  customerId: (row) => row.customer_id,
  issueDate: (row) => row.issue_date,
  dueDate: (row) => row.due_date,
  currency: (row) => row.currency,
  vatRateBps: (row) => row.vat_rate_bps,
  subtotalAmountCents: (row) => Number(row.subtotal_amount_cents),
  vatAmountCents: (row) => Number(row.vat_amount_cents),
  totalAmountCents: (row) => Number(row.total_amount_cents),
  id: (row) => row.id,
  customerName: (row) => row.customer_name,
  paidAt: (row) => row.paid_at,
  creditedCents: (row) => Number(row.credited_cents),
  amountDueCents: amountDueOf,
  customerTaxId: (row) => row.customer_tax_id,
}

const csvHeader = csvLineOf(Object.keys(columns))
const cells = Object.values(columns)
const csvLine = (row: ExportedRow): string => csvLineOf(cells.map((cell) => cell(row)))

/** The export of the invoices of a filter: a first line with the columns, and the invoices in batches. */
export async function* csvOfInvoices(
  deps: Pick<Deps, 'db' | 'now'>,
  orgId: string,
  filters: InvoiceFilters,
): AsyncGenerator<string> {
  yield csvHeader
  for await (const invoices of streamInvoices(deps, orgId, filters)) yield invoices.map(csvLine).join('')
}
