import { type InvoiceExportQuery, minorDigits } from '@atrium/contracts'
import { type Columns, formatCsv } from '../../csv/csv-line.ts'
import { inBatches } from '../../csv/in-batches.ts'
import { readSeparator } from '../../csv/read-separator.ts'
import type { Deps } from '../../deps.ts'
import { scaled } from '../../e-invoice/decimal.ts'
import { serviceDays } from '../document-columns.ts'
import { amountDue } from '../invoice.ts'
import { type ExportedRow, listExportedRows } from './invoice-list.db.ts'
import { readFilters, toPosition } from './invoice-list.ts'

/**
 * Returns the file columns. Amounts appear in minor units, and again as decimals with this decimal
 * mark.
 */
const columnsWith = (mark: '.' | ','): Columns<ExportedRow> => ({
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
  amountDueCents: amountDue,
  customerTaxId: (row) => row.customer_tax_id,
  issuedOn: (row) => row.issued_on,
  dueOn: (row) => row.due_on,
  subtotal: (row) => toDecimal(row.subtotal_amount_cents, row.currency, mark),
  vat: (row) => toDecimal(row.vat_amount_cents, row.currency, mark),
  total: (row) => toDecimal(row.total_amount_cents, row.currency, mark),
  amountDue: (row) => toDecimal(amountDue(row), row.currency, mark),
  orderNumber: (row) => row.order_number,
  buyerReference: (row) => row.buyer_reference,
  contractNumber: (row) => row.contract_number,
  serviceFrom: (row) => serviceDays(row).serviceFrom,
  serviceTo: (row) => serviceDays(row).serviceTo,
})

const toDecimal = (cents: string | number, currency: string, mark: '.' | ','): string =>
  scaled(BigInt(cents), minorDigits(currency)).replace('.', mark)

const batch = 500

export async function* csvOfInvoices(deps: Deps, orgId: string, query: InvoiceExportQuery) {
  const separator = await readSeparator(deps, orgId, query.separator)
  const filters = await readFilters(deps, orgId, query)
  const rowsAfter = (last: ExportedRow | undefined) =>
    listExportedRows(deps.db, orgId, filters, {
      limit: batch,
      offset: 0,
      after: last && toPosition(last, filters.sortBy),
    })
  yield* formatCsv(
    columnsWith(separator === ';' ? ',' : '.'),
    inBatches(batch, rowsAfter),
    separator,
  )
}
