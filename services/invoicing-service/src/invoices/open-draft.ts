import { InvoiceFinalized, type Seller } from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { defaultDueDate, eventDataOf, type InvoiceRow, invoiceErrors, requireNotNegative } from './invoice.ts'
import { lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { reserveNumber } from './numbers.db.ts'
import { buyerOf, sellerOf } from './parties.db.ts'
import { getPush, type PushRow, updatePush } from './pushes.db.ts'

/**
 * Numbers and opens a draft in the caller's transaction; `standIn` is named while there is no seller. Throws
 * `invoice_not_draft`, `negative_total`, and `invoice_changed` when the draft is no longer what was pushed.
 */
export async function openDraft(
  deps: Pick<Deps, 'now'>,
  tx: Transaction,
  orgId: string,
  id: string,
  standIn: Seller | null,
  push?: PushRow,
): Promise<InvoiceRow> {
  const draft = await lockInvoiceRow(tx, orgId, id)
  // A concurrent request or the processor's event completed the same attempt.
  if (push !== undefined && draft.payments_invoice_id === push.payments_invoice_id) {
    // An event knows no stand-in for the seller.
    const nameless = draft.seller === null && standIn !== null
    return nameless ? updateInvoiceRow(tx, orgId, id, { seller: sellerOf(orgId, standIn) }) : draft
  }
  if (draft.status !== 'draft') throw invoiceErrors.invoice_not_draft()
  if (push === undefined) requireNotNegative(draft)
  else if (push.version !== draft.version || (await getPush(tx, push)).state === 'discarded') {
    throw invoiceErrors.invoice_changed()
  }
  const now = deps.now()
  const row = await updateInvoiceRow(tx, orgId, id, {
    status: 'open',
    // An invoice that was reset keeps its number.
    number: draft.number ?? push?.number ?? (await reserveNumber(tx, orgId, now.getUTCFullYear())),
    issue_date: now,
    due_date: draft.due_date ?? defaultDueDate(now),
    seller: sellerOf(orgId, standIn),
    buyer: buyerOf(orgId, draft.customer_id),
    payments_invoice_id: push?.payments_invoice_id ?? null,
    payments_account_id: push?.account_id ?? null,
    payments_hosted_invoice_url: push?.hosted_invoice_url ?? null,
    payments_invoice_pdf_url: push?.invoice_pdf_url ?? null,
  })
  await emit(tx, InvoiceFinalized, orgId, eventDataOf(row))
  if (push !== undefined) await updatePush(tx, push, { state: 'opened' })
  return row
}
