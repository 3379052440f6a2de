import { AppError, InvoiceFinalized, requireRole } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import { type Ctx, type Deps, type Settle, settleNothing } from '../deps.ts'
import type { Processor } from '../payments/processor.ts'
import { defaultDueDate, eventDataOf, type InvoiceRow, invoiceErrors } from './invoice.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { type Opening, openWithNextNumber } from './issue.db.ts'
import { pushInvoice } from './push-invoice.ts'
import { type PushRow, pushKey, updatePush } from './pushes.db.ts'

/**
 * Numbers and opens a draft, and issues it through the processor when there is one. Owner or admin. Throws
 * `invoice_not_draft`, `invoice_changed`, `charges_not_enabled`, `account_mismatch` (409),
 * `unavailable` (503); then the invoice is still a draft, and finalizing again continues. What goes through
 * the processor is not part of the caller's transaction: each of its steps has to last, and `settle` is called in
 * the one that opens.
 */
export async function finalizeInvoice(
  deps: Deps,
  ctx: Ctx,
  id: string,
  settle?: Settle<InvoiceRow>,
): Promise<InvoiceRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const { tx } = ctx
  if (deps.processor === null && tx !== undefined) return openDraft(deps, tx, orgId, id)
  return finalizeInvoiceOf(deps, orgId, id, settle)
}

/**
 * The same for work that nobody signed in for. The processor comes first, in steps that can be repeated; then one
 * short transaction numbers and opens; only what the ledger has opened is mailed.
 */
export async function finalizeInvoiceOf(
  deps: Deps,
  orgId: string,
  id: string,
  settle: Settle<InvoiceRow> = settleNothing,
): Promise<InvoiceRow> {
  const { db, processor } = deps
  if (processor === null) return openUnprocessed(deps, orgId, id)
  const push = await pushInvoice(deps, processor, orgId, id)
  const row = await inTransaction(db, undefined, async (tx) => {
    const opened = await openDraft(deps, tx, orgId, id, push)
    await settle(tx, opened)
    return opened
  })
  await sendPushed(deps, processor, push)
  return row
}

/** Without a processor: at once when the draft is still as it was read, else under its lock. */
async function openUnprocessed(deps: Deps, orgId: string, id: string): Promise<InvoiceRow> {
  const draft = await getInvoiceRow(deps.db, orgId, id)
  const opened = await openUnnumbered(deps, deps.db, draft)
  return opened ?? inTransaction(deps.db, undefined, (tx) => openDraft(deps, tx, orgId, id))
}

/**
 * Gives a draft without a number the next one and opens it; undefined when it is no such draft (any more). Alone or
 * in the caller's transaction: numbers have no gaps.
 */
export async function openUnnumbered(
  deps: Pick<Deps, 'now'>,
  db: Db,
  draft: InvoiceRow,
  push?: PushRow,
): Promise<InvoiceRow | undefined> {
  if (draft.status !== 'draft' || draft.number !== null) return undefined
  return openWithNextNumber(db, draft, openingOf(deps, draft, push))
}

/**
 * Takes the number and opens, in the caller's transaction. Throws `invoice_not_draft`, and `invoice_changed` when
 * the draft is no longer what was pushed.
 */
export async function openDraft(
  deps: Pick<Deps, 'now'>,
  tx: Transaction,
  orgId: string,
  id: string,
  push?: PushRow,
): Promise<InvoiceRow> {
  const draft = await lockInvoiceRow(tx, orgId, id)
  // A concurrent request or the processor's event completed the same attempt.
  if (push !== undefined && draft.payments_invoice_id === push.payments_invoice_id) return draft
  if (draft.status !== 'draft') throw invoiceErrors.invoice_not_draft()
  if (push !== undefined && push.version !== draft.version) throw invoiceErrors.invoice_changed()
  const opened = await openUnnumbered(deps, tx, draft, push)
  const row = opened ?? (await reopen(deps, tx, draft, push))
  if (push !== undefined) await updatePush(tx, push, { state: 'opened' })
  return row
}

/** An invoice that was reset keeps its number. */
async function reopen(
  deps: Pick<Deps, 'now'>,
  tx: Transaction,
  draft: InvoiceRow,
  push: PushRow | undefined,
): Promise<InvoiceRow> {
  const opening = { status: 'open' as const, ...openingOf(deps, draft, push) }
  const row = await updateInvoiceRow(tx, draft.org_id, draft.id, opening)
  await emit(tx, InvoiceFinalized, row.org_id, eventDataOf(row))
  return row
}

function openingOf(deps: Pick<Deps, 'now'>, draft: InvoiceRow, push: PushRow | undefined): Opening {
  const now = deps.now()
  return {
    issue_date: now,
    due_date: draft.due_date ?? defaultDueDate(now),
    payments_invoice_id: push?.payments_invoice_id ?? null,
    payments_account_id: push?.account_id ?? null,
    payments_hosted_invoice_url: push?.hosted_invoice_url ?? null,
    payments_invoice_pdf_url: push?.invoice_pdf_url ?? null,
  }
}

/** Has the processor mail an opened invoice. A failure is logged; the poller tries again. */
export async function sendPushed(deps: Deps, processor: Processor, push: PushRow): Promise<void> {
  try {
    await processor.sendInvoice(push.account_id, push.payments_invoice_id ?? '', `${pushKey(push)}:send`)
  } catch (error) {
    deps.logger.warn({ err: error, invoice: push.invoice_id }, '[payments] the invoice could not be mailed')
    // Refused: it was paid or voided meanwhile, and there is nothing left to mail.
    if (!(error instanceof AppError) || error.code !== 'processor_refused') return
  }
  await updatePush(deps.db, push, { state: 'sent' })
}
