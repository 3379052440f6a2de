import { invoiceErrors } from '@atrium/contracts'
import { inTransaction, isUniqueViolation } from '@atrium/database'
import { findDefaults } from '../defaults/defaults.ts'
import type { Ctx, Deps } from '../deps.ts'
import { requireProcessor } from '../processor/processor.ts'
import { recordHistory, toAuthor } from './history/history.ts'
import { hasDefaultDueDate, type InvoiceRow } from './invoice.ts'
import { requireMove } from './invoice-moves.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'

// A draft keeps its number. The processor keeps its zero invoice.
const draftColumns = {
  status: 'draft',
  issue_date: null,
  void_requested: false,
  payments_invoice_id: null,
  payments_account_id: null,
  payments_hosted_invoice_url: null,
  payments_invoice_pdf_url: null,
  payments_synced_at: null,
  seller: null,
  buyer: null,
  mailed_at: null,
  mail_failed: null,
  paid_at: null,
  paid_outside: null,
  asked_by: null,
} as const

/**
 * Resets an issued invoice without value to a draft and keeps its number. If the invoice is at the
 * processor, its amounts there decide. Throws `not_found`, `invoice_not_issued`,
 * `invoice_carries_value`, `invoice_changed`, and `period_billed` (409) if the schedule's period
 * has another invoice.
 */
export async function resetInvoice(
  deps: Deps,
  { principal }: Ctx,
  id: string,
): Promise<InvoiceRow> {
  const { orgId } = principal
  const row = await getInvoiceRow(deps.db, orgId, id)
  requireMove('reset', row)
  if (isSettledHere(row) || (await carriesValue(deps, row)))
    throw invoiceErrors.invoice_carries_value()
  return inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockInvoiceRow(tx, orgId, id)
    if (locked.status === 'draft' || locked.payments_invoice_id !== row.payments_invoice_id) {
      throw invoiceErrors.invoice_changed()
    }
    const { paymentTermsDays } = await findDefaults(tx, orgId)
    const due_date = hasDefaultDueDate(locked, paymentTermsDays) ? null : locked.due_date
    await recordHistory(deps, tx, locked, { kind: 'reset', author: toAuthor(principal) })
    return updateInvoiceRow(tx, locked, { ...draftColumns, due_date })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'invoices_period')
      ? invoiceErrors.period_billed({ cause: error })
      : error
  })
}

/**
 * True if the ledger itself has money for the invoice: a sale at the processor, a credit, or a
 * payment outside the processor.
 */
const isSettledHere = (row: InvoiceRow): boolean =>
  row.mirrored ||
  Number(row.credited_cents) > 0 ||
  Number(row.recorded_cents) > 0 ||
  (row.paid_outside !== null && Number(row.total_amount_cents) !== 0)

/**
 * True if the invoice has a total or a payment at the processor. If it is not there, the ledger's
 * total counts.
 */
async function carriesValue(deps: Deps, row: InvoiceRow): Promise<boolean> {
  const ours = Number(row.total_amount_cents)
  if (row.payments_invoice_id === null) return ours !== 0
  const processor = requireProcessor(deps)
  const stated = await processor.invoice(row.payments_account_id ?? '', row.payments_invoice_id)
  return (stated.totalCents ?? ours) !== 0 || stated.amountPaidCents !== 0
}
