import { creditSplit } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { uncreditedOf } from '../invoices/credit-invoice.ts'
import { lockStatedInvoice } from '../invoices/get-invoice.ts'
import { processorAuthor } from '../invoices/history.ts'
import type { InvoiceRow } from '../invoices/invoice.ts'
import { CreditNoteObject, type Effect, objectOf } from '../processor/event.ts'
import { findNoteOf, findNoteOfProcessor, updatePendingNote } from './credit-notes.db.ts'
import { issueCreditNote } from './issue-credit-note.ts'

/**
 * A credit note of the processor: the copy of one of ours settles that one; a note that was made there is issued here
 * as well, with a number of the ledger, once. One in another currency, or over more than what is left of the invoice, is
 * logged and changes nothing (docs/reference/invoicing.md, "Credit notes").
 */
export const recordCreditNote: Effect = async (deps, tx, event) => {
  const stated = objectOf(CreditNoteObject, event)
  if (event.account == null || stated.invoice === null) return false
  const invoice = await lockStatedInvoice(tx, event.account, stated.invoice)
  if (invoice === undefined) return false
  if (await isKnown(tx, invoice, stated)) return true
  const isRecorded = await recordForeign(deps, tx, invoice, stated)
  if (!isRecorded) {
    const { id, account } = event
    deps.logger.warn(
      { event: id, account, creditNote: stated.id },
      '[payments] a credit note fits no invoice',
    )
  }
  return isRecorded
}

async function isKnown(tx: Transaction, invoice: InvoiceRow, stated: CreditNoteObject): Promise<boolean> {
  if ((await findNoteOfProcessor(tx, invoice, stated.id)) !== undefined) return true
  const ours = stated.metadata?.['credit_note_id']
  const note = ours === undefined ? undefined : await findNoteOf(tx, invoice, ours)
  if (note === undefined) return false
  await updatePendingNote(tx, note, { mirror: 'done', payments_credit_note_id: stated.id })
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
