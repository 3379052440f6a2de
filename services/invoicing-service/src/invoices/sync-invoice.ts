import { requireRole } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { requireProcessor } from '../payments/require-processor.ts'
import { moveInvoice } from './apply-statement.ts'
import type { InvoiceRow } from './invoice.ts'
import { getInvoiceRow, lockInvoiceRow } from './invoices.db.ts'

/** Fetches an invoice from the processor and applies what it says. Owner or admin. Throws `not_configured`. */
export async function syncInvoice(deps: Deps, ctx: Ctx, id: string): Promise<InvoiceRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const row = await getInvoiceRow(deps.db, orgId, id)
  requireProcessor(deps)
  return row.payments_invoice_id === null ? row : refetchInvoice(deps, row)
}

/** The same for an invoice at hand. Throws `unavailable`. */
export async function refetchInvoice(deps: Deps, row: InvoiceRow): Promise<InvoiceRow> {
  const processor = requireProcessor(deps)
  const said = await processor.invoice(row.payments_account_id ?? '', row.payments_invoice_id ?? '')
  return inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockInvoiceRow(tx, row.org_id, row.id)
    // A reset meanwhile has taken the invoice apart from this one at the processor.
    if (locked.payments_invoice_id !== row.payments_invoice_id) return locked
    return moveInvoice(tx, locked, said.status)
  })
}
