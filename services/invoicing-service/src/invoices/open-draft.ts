import { InvoiceFinalized, type Seller } from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { defaultDueDate, eventDataOf, type InvoiceRow, invoiceErrors, requireNotNegative } from './invoice.ts'
import { lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { type Opening, openedColumns, openWithNumber } from './issue.db.ts'
import { sellerOf } from './parties.db.ts'
import { getPush, type PushRow, updatePush } from './pushes.db.ts'

/**
 * Gives a draft without a number one and opens it; undefined when it is no such draft (any more). Alone or
 * in the caller's transaction: numbers have no gaps.
 */
export async function openUnnumbered(
  deps: Pick<Deps, 'now'>,
  db: Db,
  draft: InvoiceRow,
  standIn: Seller | null,
  push?: PushRow,
): Promise<InvoiceRow | undefined> {
  if (draft.status !== 'draft' || draft.number !== null) return undefined
  if (push === undefined) requireNotNegative(draft)
  return openWithNumber(db, draft, openingOf(deps, draft, standIn, push))
}

/**
 * Takes the number and opens, in the caller's transaction; `standIn` is named while there is no seller. Throws
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
  const opened = await openUnnumbered(deps, tx, draft, standIn, push)
  const row = opened ?? (await reopen(deps, tx, draft, standIn, push))
  if (push !== undefined) await updatePush(tx, push, { state: 'opened' })
  return row
}

/** An invoice that was reset keeps its number. */
async function reopen(
  deps: Pick<Deps, 'now'>,
  tx: Transaction,
  draft: InvoiceRow,
  standIn: Seller | null,
  push: PushRow | undefined,
): Promise<InvoiceRow> {
  const columns = openedColumns(draft, openingOf(deps, draft, standIn, push))
  const row = await updateInvoiceRow(tx, draft.org_id, draft.id, columns)
  await emit(tx, InvoiceFinalized, row.org_id, eventDataOf(row))
  return row
}

function openingOf(
  deps: Pick<Deps, 'now'>,
  draft: InvoiceRow,
  standIn: Seller | null,
  push: PushRow | undefined,
): Opening {
  const now = deps.now()
  return {
    issue_date: now,
    due_date: draft.due_date ?? defaultDueDate(now),
    number: push?.number ?? null,
    standIn,
    payments_invoice_id: push?.payments_invoice_id ?? null,
    payments_account_id: push?.account_id ?? null,
    payments_hosted_invoice_url: push?.hosted_invoice_url ?? null,
    payments_invoice_pdf_url: push?.invoice_pdf_url ?? null,
  }
}
