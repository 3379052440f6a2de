import type { InvoiceFilters } from '@atrium/contracts'
import { type Columns, csvOf } from '../csv/csv-line.ts'
import { inBatches } from '../csv/in-batches.ts'
import type { Deps } from '../deps.ts'
import { amountDueOf } from './invoice.ts'
import { type ExportedRow, listExportedRows } from './invoice-list.db.ts'
import { positionOf, readFilters } from './invoice-list.ts'

/** The columns of the file; amounts in minor units. */
const columns: Columns<ExportedRow> = {
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
  issuedOn: (row) => row.issued_on,
  dueOn: (row) => row.due_on,
}

const batch = 500

export async function* csvOfInvoices(deps: Deps, orgId: string, query: InvoiceFilters) {
  const filters = await readFilters(deps, orgId, query)
  const rowsAfter = (last: ExportedRow | undefined) =>
    listExportedRows(deps.db, orgId, filters, {
      limit: batch,
      offset: 0,
      after: last && positionOf(last, filters.sortBy),
    })
  yield* csvOf(columns, inBatches(batch, rowsAfter))
}
