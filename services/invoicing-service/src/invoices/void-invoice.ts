import { invoiceErrors } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { isRefusal, type ProcessorRefusal, requireProcessor } from '../processor/processor.ts'
import { toAuthor } from './history/history.ts'
import type { InvoiceRow } from './invoice.ts'
import { requireMove } from './invoice-moves.ts'
import { lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { moveInvoice, refetchInvoice } from './move-invoice.ts'

/**
 * Voids an invoice. The request is stored before the processor voids it, so the processor's event
 * counts as the organisation's void in either order. If the processor no longer has the invoice or
 * its account, it is voided here only. Throws `not_found`, `invoice_not_open`, `invoice_credited`
 * (409), `invoice_carries_value` (409), `not_configured`, `unavailable`, `processor_refused`.
 */
export async function voidInvoice(deps: Deps, { principal }: Ctx, id: string): Promise<InvoiceRow> {
  const { orgId } = principal
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const open = await lockInvoiceRow(tx, orgId, id)
    requireMove('void', open)
    if (Number(open.recorded_cents) > 0) {
      throw invoiceErrors.invoice_carries_value({
        message: 'An invoice with payments cannot be voided. Undo its payments first.',
      })
    }
    if (Number(open.credited_cents) > 0) throw invoiceErrors.invoice_credited()
    const asked = { void_requested: true, asked_by: json(toAuthor(principal)) }
    if (open.payments_invoice_id === null) {
      return moveInvoice(deps, tx, {
        row: await updateInvoiceRow(tx, open, asked),
        stated: 'void',
        at: deps.now(),
      })
    }
    requireProcessor(deps)
    return updateInvoiceRow(tx, open, asked)
  })
  if (row.status === 'void') return row
  try {
    const processor = requireProcessor(deps)
    await processor.voidInvoice(row.payments_account_id ?? '', row.payments_invoice_id ?? '')
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (!error.gone) return afterRefusal(deps, row, error)
    // The processor can no longer void it. A later payment report would override this void.
    deps.logger.warn(
      { err: error, invoice: id },
      '[payments] an invoice that is gone there is voided here',
    )
  }
  return inTransaction(deps.db, undefined, async (tx) =>
    moveInvoice(deps, tx, {
      row: await lockInvoiceRow(tx, orgId, id),
      stated: 'void',
      at: deps.now(),
    }),
  )
}

/** Handles a refused void: the invoice is already void, paid or written off at the processor. */
async function afterRefusal(
  deps: Deps,
  row: InvoiceRow,
  refusal: ProcessorRefusal,
): Promise<InvoiceRow> {
  const current = await refetchInvoice(deps, row)
  if (current.status === 'void') return current
  await inTransaction(deps.db, undefined, (tx) =>
    updateInvoiceRow(tx, row, { void_requested: false }),
  )
  throw current.status === 'open' ? refusal : invoiceErrors.invoice_not_open({ cause: refusal })
}
