import { creditSplit } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { uncreditedOf } from '../invoices/credit-invoice.ts'
import { lockInvoice, lockStatedInvoice } from '../invoices/get-invoice.ts'
import { processorAuthor } from '../invoices/history.ts'
import type { InvoiceRow } from '../invoices/invoice.ts'
import { orgOfAccount } from '../processor/accounts.ts'
import { CreditNoteObject, type Effect, objectOf, Stated } from '../processor/event.ts'
import { attempt } from '../sweep.ts'
import { findNoteOf, findNoteOfProcessor, updateNoteIn } from './credit-notes.db.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import {
  deleteWaitingNote,
  insertWaitingNote,
  listServedNotes,
  takeWaitingNotes,
} from './waiting-notes.db.ts'

/**
 * A credit note of the processor: the copy of one of ours settles that one; a note that was made there is issued here
 * as well, with a number of the ledger, once. One in another currency, or over more than what is left of the invoice, is
 * logged and changes nothing. One of an invoice that is not recorded yet waits for it (docs/reference/invoicing.md,
 * "Credit notes").
 */
export const recordCreditNote: Effect = async (deps, tx, event) => {
  const { account } = event
  const stated = objectOf(CreditNoteObject, event)
  if (account == null || stated.invoice === null) return false
  const invoice = await lockStatedInvoice(tx, account, stated.invoice)
  if (invoice !== undefined) return applyNote(deps, tx, invoice, stated)
  const orgId = await orgOfAccount(tx, account)
  if (orgId === undefined) return false
  await insertWaitingNote(tx, {
    account_id: account,
    processor_invoice_id: stated.invoice,
    credit_note_id: stated.id,
    org_id: orgId,
    note: json(event.data.object),
  })
  return true
}

/** A note that was voided there is waited for no longer; one that is recorded stays, and the void is logged. */
export const dropWaitingNote: Effect = async (deps, tx, event) => {
  const { id: creditNote } = objectOf(Stated, event)
  const { id, account } = event
  if (account != null && (await deleteWaitingNote(tx, account, creditNote))) return true
  deps.logger.warn(
    { event: id, account, creditNote },
    '[payments] a credit note was voided at the processor; the ledger keeps it',
  )
  return true
}

/** Applies the notes that waited for an invoice of the processor, in the transaction that records the invoice. */
export async function applyWaitingNotes(
  deps: Deps,
  tx: Transaction,
  accountId: string,
  processorInvoiceId: string | null,
): Promise<void> {
  if (processorInvoiceId === null) return
  const waiting = await takeWaitingNotes(tx, accountId, processorInvoiceId)
  if (waiting.length === 0) return
  const invoice = await lockStatedInvoice(tx, accountId, processorInvoiceId)
  if (invoice === undefined) return
  for (const { note, credit_note_id } of waiting) {
    const current = await lockInvoice(tx, invoice.org_id, invoice.id)
    await applyNote(deps, tx, current, CreditNoteObject.parse(note))
    await deleteWaitingNote(tx, accountId, credit_note_id)
  }
}

/** The same for every invoice that was recorded since its notes came. */
export async function applyLeftNotes(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (const { account_id, processor_invoice_id } of await listServedNotes(deps.db)) {
    if (signal?.aborted) return
    await attempt(deps, account_id, () =>
      inTransaction(deps.db, undefined, (tx) =>
        applyWaitingNotes(deps, tx, account_id, processor_invoice_id),
      ),
    )
  }
}

export { deleteWaitingBefore as deleteWaitingNotesBefore } from './waiting-notes.db.ts'

async function applyNote(
  deps: Deps,
  tx: Transaction,
  invoice: InvoiceRow,
  stated: CreditNoteObject,
): Promise<boolean> {
  if (await isKnown(tx, invoice, stated)) return true
  const isRecorded = await recordForeign(deps, tx, invoice, stated)
  if (!isRecorded) {
    deps.logger.warn(
      { invoice: invoice.id, creditNote: stated.id },
      '[payments] a credit note does not fit its invoice',
    )
  }
  return isRecorded
}

async function isKnown(tx: Transaction, invoice: InvoiceRow, stated: CreditNoteObject): Promise<boolean> {
  if ((await findNoteOfProcessor(tx, invoice, stated.id)) !== undefined) return true
  const ours = stated.metadata?.['credit_note_id']
  const note = ours === undefined ? undefined : await findNoteOf(tx, invoice, ours)
  if (note === undefined) return false
  await updateNoteIn(tx, note, ['pending', 'refused'], {
    mirror: 'done',
    problem: null,
    payments_credit_note_id: stated.id,
  })
  return true
}

async function recordForeign(
  deps: Deps,
  tx: Transaction,
  invoice: InvoiceRow,
  stated: CreditNoteObject,
): Promise<boolean> {
  const isCreditable = invoice.status !== 'draft' && invoice.status !== 'void'
  if (!isCreditable || stated.currency?.toLowerCase() !== invoice.currency.toLowerCase()) return false
  if (stated.total <= 0) return false
  const wish = { amountCents: stated.total }
  const amounts = creditSplit(uncreditedOf(invoice), invoice.vat_rate_bps, wish)
  if (amounts === undefined) return false
  const memo = stated.memo?.trim().slice(0, 500) ?? ''
  await issueCreditNote(deps, tx, invoice, {
    amounts,
    reason: memo === '' ? 'Credited at the payment processor' : memo,
    after_payment: stated.type === 'post_payment',
    mirror: 'done',
    payments_credit_note_id: stated.id,
    author: processorAuthor,
  })
  return true
}
