import { type Invoice, InvoiceFinalized, requireRole } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { defaultDueDate, eventDataOf, type InvoiceRow, invoiceErrors, toInvoice } from './invoice.ts'
import { lockInvoiceRow, takeNumber, updateInvoiceRow } from './invoices.db.ts'
import { pushInvoice } from './push-invoice.ts'

/**
 * Numbers and opens a draft, and sends it through the processor when there is one. The number and the opening
 * commit together, so numbers have no gaps; a push that fails leaves the draft as it was, and finalizing again
 * continues it. Throws `invoice_not_draft`, `charges_not_enabled`, `account_mismatch` (409),
 * `processor_unavailable` (502).
 */
export async function finalizeInvoice(deps: Deps, ctx: Ctx, id: string): Promise<Invoice> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  return toInvoice(await finalizeInvoiceOf(deps, orgId, id, ctx.tx))
}

/** The same for work that nobody signed in for: the recurring run. */
export const finalizeInvoiceOf = (
  deps: Deps,
  orgId: string,
  id: string,
  tx?: Transaction,
): Promise<InvoiceRow> =>
  inTransaction(deps.db, tx, async (inner) => {
    const draft = await lockInvoiceRow(inner, orgId, id)
    if (draft.status !== 'draft') throw invoiceErrors.invoice_not_draft()
    const now = deps.now()
    const number = draft.number ?? (await takeNumber(inner, orgId, now.getUTCFullYear()))
    const dueDate = draft.due_date ?? defaultDueDate(now)
    const pushed = await pushInvoice(deps, inner, { ...draft, number, due_date: dueDate })
    const row = await updateInvoiceRow(inner, orgId, id, {
      status: 'open',
      number,
      issue_date: now,
      due_date: dueDate,
      ...pushed,
    })
    await emit(inner, InvoiceFinalized, orgId, eventDataOf(row))
    return row
  })
