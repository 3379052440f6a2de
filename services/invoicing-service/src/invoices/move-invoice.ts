import { InvoicePaid, InvoiceUncollectible, InvoiceVoided } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { type ProcessorInvoice, requireProcessor } from '../processor/processor.ts'
import { eventDataOf, type InvoiceRow, statusAfter } from './invoice.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'

const events = { paid: InvoicePaid, void: InvoiceVoided, uncollectible: InvoiceUncollectible } as const

/** Moves a locked invoice to the status after a statement of the processor, and emits the event; the current row. */
export async function moveInvoice(
  tx: Transaction,
  row: InvoiceRow,
  stated: ProcessorInvoice['status'],
): Promise<InvoiceRow> {
  const status = statusAfter(row, stated)
  if (status === null) return row
  const moved = await updateInvoiceRow(tx, row, { status })
  await emit(tx, events[status], row.org_id, eventDataOf(moved))
  return moved
}

/** Fetches an invoice from the processor and applies its status. Throws `not_found`, `not_configured`, `unavailable`. */
export async function syncInvoice(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  id: string,
): Promise<InvoiceRow> {
  const row = await getInvoiceRow(deps.db, orgId, id)
  requireProcessor(deps)
  return row.payments_invoice_id === null ? row : refetchInvoice(deps, row)
}

/** The same for a row that is at the processor. Throws `unavailable`, `processor_refused`. */
export async function refetchInvoice(deps: Deps, row: InvoiceRow): Promise<InvoiceRow> {
  const processor = requireProcessor(deps)
  const stated = await processor.invoice(row.payments_account_id ?? '', row.payments_invoice_id ?? '')
  return inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockInvoiceRow(tx, row.org_id, row.id)
    // A reset meanwhile has separated the invoice from this one at the processor.
    return locked.payments_invoice_id === row.payments_invoice_id
      ? moveInvoice(tx, locked, stated.status)
      : locked
  })
}
