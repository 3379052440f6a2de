import { splitCredit } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { uncreditedAmounts } from '../invoices/credit-invoice.ts'
import { lockInvoice, lockStatedInvoice } from '../invoices/get-invoice.ts'
import { processorAuthor } from '../invoices/history/history.ts'
import { amountDue, type InvoiceRow } from '../invoices/invoice.ts'
import { orgOfAccount } from '../processor/accounts.ts'
import { CreditNoteObject, type Effect, readObject } from '../processor/event.ts'
import { attempt } from '../sweep.ts'
import type { CreditNoteRow } from './credit-note.ts'
import {
  findInvoiceNote,
  findNoteOfProcessor,
  findUncreditedGroups,
  listRefusedNotes,
  updateNoteIn,
} from './credit-notes.db.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import {
  deleteWaitingNote,
  insertWaitingNote,
  isVoidedNote,
  listServedNotes,
  putVoidedNote,
  takeWaitingNotes,
  voided,
} from './waiting-notes.db.ts'

/**
 * Records a credit note of the processor once. If it is the copy of a note made here, that note is
 * settled. Otherwise the note is issued here too. If it exceeds the rest, it may replace refused
 * notes. If it does not fit, a warning is logged. If its invoice is not recorded yet, the note
 * waits (docs/reference/invoicing.md, "Credit notes").
 */
export const recordCreditNote: Effect = async (deps, tx, event) => {
  const { account } = event
  const stated = readObject(CreditNoteObject, event)
  if (account == null || stated.invoice === null) return false
  if (isPayment(stated)) return true
  const invoice = await lockStatedInvoice(tx, account, stated.invoice)
  if (invoice !== undefined) return applyNote(deps, tx, invoice, stated)
  const orgId = await orgOfAccount(tx, account)
  if (orgId !== undefined)
    await insertWaitingNote(tx, waitingRow(orgId, account, stated, event.data.object))
  return orgId !== undefined
}

/** True for a note that only tells the processor about a payment recorded here. */
const isPayment = ({ metadata }: CreditNoteObject): boolean =>
  metadata?.['credit_note_id']?.startsWith('pay_') === true

const waitingRow = (
  org_id: string,
  account_id: string,
  { id: credit_note_id, invoice }: CreditNoteObject,
  object: Record<string, unknown>,
) => ({
  org_id,
  account_id,
  processor_invoice_id: invoice ?? '',
  credit_note_id,
  note: json(object),
})

/**
 * Records a void at the processor. A note that is not recorded yet never will be. A recorded note
 * stays, and a warning is logged.
 */
export const recordNoteVoid: Effect = async (deps, tx, event) => {
  const { id, account } = event
  const stated = readObject(CreditNoteObject, event)
  if (account == null || stated.invoice === null) return false
  if (isPayment(stated)) return true
  const invoice = await lockStatedInvoice(tx, account, stated.invoice)
  if (invoice !== undefined && (await findKnown(tx, invoice, stated)) !== undefined) {
    deps.logger.warn(
      { event: id, account, creditNote: stated.id },
      '[payments] a credit note was voided at the processor; the ledger keeps it',
    )
    return true
  }
  const orgId = await orgOfAccount(tx, account)
  if (orgId === undefined) return false
  const object = { ...event.data.object, status: voided }
  await putVoidedNote(tx, waitingRow(orgId, account, stated, object))
  return true
}

/** Applies notes waiting for a processor invoice, in the transaction that records the invoice. */
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

/** Applies waiting notes if their invoice was recorded after they arrived. */
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

async function applyNote(
  deps: Deps,
  tx: Transaction,
  invoice: InvoiceRow,
  stated: CreditNoteObject,
) {
  if (await isKnown(tx, invoice, stated)) return true
  const account = invoice.payments_account_id ?? ''
  if (stated.status === voided || (await isVoidedNote(tx, account, stated.id))) return true
  const isRecorded = await recordForeign(deps, tx, invoice, stated)
  if (!isRecorded) {
    deps.logger.warn(
      { invoice: invoice.id, creditNote: stated.id },
      '[payments] a credit note does not fit its invoice',
    )
  }
  return isRecorded
}

/**
 * Finds a note by its processor id, or by our id in its metadata. Returns undefined if the ledger
 * does not have it.
 */
async function findKnown(tx: Transaction, invoice: InvoiceRow, stated: CreditNoteObject) {
  const ours = stated.metadata?.['credit_note_id']
  return (
    (await findNoteOfProcessor(tx, invoice, stated.id)) ??
    (ours === undefined ? undefined : await findInvoiceNote(tx, invoice, ours))
  )
}

async function isKnown(
  tx: Transaction,
  invoice: InvoiceRow,
  stated: CreditNoteObject,
): Promise<boolean> {
  const note = await findKnown(tx, invoice, stated)
  if (note === undefined) return false
  if (note.payments_credit_note_id !== stated.id) await settleNote(tx, note, stated.id)
  return true
}

const settleNote = (tx: Transaction, note: CreditNoteRow, payments_credit_note_id: string) =>
  updateNoteIn(tx, note, ['pending', 'refused'], {
    mirror: 'done',
    problem: null,
    payments_credit_note_id,
  })

async function recordForeign(
  deps: Deps,
  tx: Transaction,
  invoice: InvoiceRow,
  stated: CreditNoteObject,
) {
  const isCreditable = invoice.status !== 'draft' && invoice.status !== 'void'
  if (!isCreditable || stated.currency?.toLowerCase() !== invoice.currency.toLowerCase())
    return false
  if (stated.total <= 0) return false
  const afterPayment = stated.type === 'post_payment'
  const rest = uncreditedAmounts(invoice)
  // If a note exceeds the rest, it replaces refused notes.
  const over = stated.total > rest.totalAmountCents
  const refused = over ? await listRefusedNotes(tx, invoice, afterPayment) : []
  const replaced = replacedNotes(refused, stated.total, rest.totalAmountCents)
  if (replaced === undefined) return false
  const amountCents = stated.total - sumTotals(replaced)
  const vatGroups =
    amountCents === 0
      ? null
      : splitCredit(await findUncreditedGroups(tx, invoice), invoice.vat_rate_bps, { amountCents })
  if (vatGroups === undefined) return false
  const isPartlyPaid = Number(invoice.recorded_cents) > 0 && invoice.status !== 'paid'
  if (isPartlyPaid && amountCents > amountDue(invoice)) return false
  const [copied, ...others] = vatGroups === null ? replaced : [undefined, ...replaced]
  if (copied !== undefined) await settleNote(tx, copied, stated.id)
  for (const note of others) {
    if (note !== undefined)
      await updateNoteIn(tx, note, ['refused'], { mirror: 'none', problem: null })
  }
  if (vatGroups === null) return true
  const memo = stated.memo?.trim().slice(0, 500) ?? ''
  await issueCreditNote(deps, tx, invoice, {
    vatGroups,
    reason: memo === '' ? 'Credited at the payment provider' : memo,
    after_payment: afterPayment,
    mirror: 'done',
    payments_credit_note_id: stated.id,
    author: processorAuthor,
  })
  return true
}

const sumTotals = (notes: readonly CreditNoteRow[]): number =>
  notes.reduce((sum, note) => sum + Number(note.total_amount_cents), 0)

/**
 * Returns the oldest refused notes to replace, so what is left of `total` fits the rest. Returns
 * undefined if none fit.
 */
function replacedNotes(refused: readonly CreditNoteRow[], total: number, rest: number) {
  const replaced: CreditNoteRow[] = []
  let left = total
  for (const note of refused) {
    if (left <= rest) break
    const cents = Number(note.total_amount_cents)
    if (cents > left) continue
    replaced.push(note)
    left -= cents
  }
  return left <= rest ? replaced : undefined
}
