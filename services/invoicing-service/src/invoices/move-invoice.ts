import { AppError, InvoiceVoided, requireRole } from '@atrium/contracts'
import { emit, inTransaction, isUniqueViolation } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { isGone } from '../payments/is-gone.ts'
import { requireProcessor } from '../payments/require-processor.ts'
import { moveInvoice } from './apply-statement.ts'
import { eventDataOf, hasDefaultDueDate, type InvoiceRow, invoiceErrors } from './invoice.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { refetchInvoice } from './sync-invoice.ts'

/**
 * Voids an open invoice, at the processor first. Owner or admin. The intention is stored before the processor is
 * asked, so that its event is taken for the organisation's void whichever comes first. One that is gone there, or whose
 * account is, is voided here alone. Throws `invoice_not_open`,
 * `not_configured`, `unavailable`.
 */
export async function voidInvoice(deps: Deps, ctx: Ctx, id: string): Promise<InvoiceRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const open = await lockInvoiceRow(tx, orgId, id)
    if (open.status !== 'open') throw invoiceErrors.invoice_not_open()
    if (open.payments_invoice_id === null) return voidLocally(tx, open)
    requireProcessor(deps)
    return updateInvoiceRow(tx, orgId, id, { void_requested: true })
  })
  if (row.status === 'void') return row
  const processor = requireProcessor(deps)
  try {
    await processor.voidInvoice(row.payments_account_id ?? '', row.payments_invoice_id ?? '')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'processor_refused') throw error
    if (!isGone(error)) return afterRefusal(deps, row, error)
    // Nobody there voids it any more; a payment that the processor tells of all the same is the stronger word.
    deps.logger.warn({ err: error, invoice: id }, '[payments] an invoice that is gone there is voided here')
  }
  return inTransaction(deps.db, undefined, async (tx) =>
    moveInvoice(tx, await lockInvoiceRow(tx, orgId, id), 'void'),
  )
}

async function voidLocally(tx: Transaction, row: InvoiceRow): Promise<InvoiceRow> {
  const voided = await updateInvoiceRow(tx, row.org_id, row.id, { status: 'void' })
  await emit(tx, InvoiceVoided, row.org_id, eventDataOf(voided))
  return voided
}

/** The processor would not void: it has done so before, or the invoice is paid or written off there. */
async function afterRefusal(deps: Deps, row: InvoiceRow, refusal: AppError): Promise<InvoiceRow> {
  const now = await refetchInvoice(deps, row)
  if (now.status === 'void') return now
  await inTransaction(deps.db, undefined, (tx) =>
    updateInvoiceRow(tx, row.org_id, row.id, { void_requested: false }),
  )
  throw now.status === 'open' ? refusal : invoiceErrors.invoice_not_open({ cause: refusal })
}

/**
 * Takes an issued invoice without value back to draft; its number stays, the processor's zero invoice remains there
 * as a trace, seller and buyer are free again, and a due date that was not asked for is counted anew. Owner or admin.
 * Throws `invoice_not_issued`, `invoice_carries_value`, and `period_billed` (409) when a schedule's period has another
 * invoice by now.
 */
export async function resetInvoice(deps: Deps, ctx: Ctx, id: string): Promise<InvoiceRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const row = await getInvoiceRow(deps.db, orgId, id)
  if (row.status === 'draft') throw invoiceErrors.invoice_not_issued()
  if (row.mirrored || Number(row.total_amount_cents) !== 0) throw invoiceErrors.invoice_carries_value()
  if (row.payments_invoice_id !== null) {
    const said = await requireProcessor(deps).invoice(row.payments_account_id ?? '', row.payments_invoice_id)
    if ((said.totalCents ?? 0) !== 0 || said.amountPaidCents !== 0)
      throw invoiceErrors.invoice_carries_value()
  }
  return inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockInvoiceRow(tx, orgId, id)
    if (locked.status === 'draft' || locked.payments_invoice_id !== row.payments_invoice_id) {
      throw invoiceErrors.invoice_changed()
    }
    const draft = {
      status: 'draft' as const,
      issue_date: null,
      due_date: hasDefaultDueDate(locked) ? null : locked.due_date,
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
    }
    return updateInvoiceRow(tx, orgId, id, draft).catch((error: unknown) => {
      throw isUniqueViolation(error, 'invoices_period')
        ? invoiceErrors.period_billed({ cause: error })
        : error
    })
  })
}
