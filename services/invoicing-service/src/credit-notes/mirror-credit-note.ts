import { AppError, creditNoteErrors } from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps, IdSource } from '../deps.ts'
import { moveCredit } from '../invoices/credit-invoice.ts'
import { getInvoice, lockInvoice } from '../invoices/get-invoice.ts'
import { processorAuthor, recordHistory } from '../invoices/history/history.ts'
import { collectedCents, type InvoiceRow } from '../invoices/invoice.ts'
import { refetchStatement } from '../invoices/move-invoice.ts'
import { findNoteTaxes } from '../processor/note-taxes.ts'
import {
  isRefusal,
  type Processor,
  type ProcessorInvoice,
  requireProcessor,
  undefinedIfRefused,
} from '../processor/processor.ts'
import { attempt, sweep } from '../sweep.ts'
import { type CreditNoteRow, mayExistElsewhere } from './credit-note.ts'
import {
  claimPendingNotes,
  getCreditNote,
  lockCreditNote,
  updateNoteIn,
} from './credit-notes.db.ts'

/**
 * Sends a pending note to the processor under its own idempotency key, so a retry finds the first
 * result. If the processor has the invoice as paid while the note counts as before the payment, or
 * the reverse, the note changes sides and is sent again. Any other refusal ends the attempts until
 * a user retries. Throws `unavailable`, `processor_failed_before`.
 */
export async function mirrorCreditNote(deps: Deps, processor: Processor, begun: CreditNoteRow) {
  let note: CreditNoteRow | undefined = begun
  while (note?.mirror === 'pending') note = await giveNote(deps, processor, note)
}

/**
 * Makes one attempt. Returns the row afterwards, or undefined if another process has settled it.
 */
async function giveNote(deps: Deps, processor: Processor, note: CreditNoteRow) {
  const store = (changes: Parameters<typeof updateNoteIn>[3]) =>
    inTransaction(deps.db, undefined, (tx) => updateNoteIn(tx, note, ['pending'], changes))
  const invoice = await getInvoice(deps.db, note.org_id, note.invoice_id)
  try {
    const id = await noteAtProcessor(deps, processor, invoice, note)
    return await store({ mirror: 'done', payments_credit_note_id: id })
  } catch (error) {
    if (error instanceof AppError && error.code === 'processor_failed_before') {
      await store({ mirror_attempt: note.mirror_attempt + 1 })
    }
    if (!isRefusal(error) && !isUnchargeable(error)) throw error
    const moved = await moveNote(deps, invoice, note)
    if (moved !== undefined) return moved
    deps.logger.warn({ err: error, creditNote: note.id }, '[payments] a credit note was refused')
    return inTransaction(deps.db, undefined, (tx) => refuse(deps, tx, note, error.message))
  }
}

const isUnchargeable = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'amount_not_chargeable'

/**
 * Marks a note as refused under the invoice lock. If the processor collected what the note credits,
 * the note becomes one after the payment and is sent again.
 */
async function refuse(deps: IdSource, tx: Transaction, pending: CreditNoteRow, problem: string) {
  const invoice = await lockInvoice(tx, pending.org_id, pending.invoice_id)
  const note = await lockCreditNote(tx, pending.org_id, pending.id)
  if (note.mirror !== 'pending') return note
  // If no payment is recorded, only the processor can have closed the invoice.
  const isCollected = Number(invoice.recorded_cents) === 0 || collectedCents(invoice) > 0
  const isPaidThere = invoice.status === 'paid' && invoice.paid_outside === null && isCollected
  if (isPaidThere && !note.after_payment) return moveToSide(tx, invoice, note, true)
  const refused = await updateNoteIn(tx, note, ['pending'], { mirror: 'refused', problem })
  const detail = { number: note.number, reason: problem }
  await recordHistory(deps, tx, invoice, {
    kind: 'credit_refused',
    author: processorAuthor,
    detail,
  })
  return refused
}

/**
 * Moves a locked pending note before or after the payment, and gives it another idempotency key.
 */
async function moveToSide(
  tx: Transaction,
  invoice: InvoiceRow,
  note: CreditNoteRow,
  afterPayment: boolean,
) {
  await moveCredit(tx, invoice, Number(note.total_amount_cents), afterPayment)
  return updateNoteIn(tx, note, ['pending'], {
    after_payment: afterPayment,
    mirror_attempt: note.mirror_attempt + 1,
  })
}

async function noteAtProcessor(
  deps: Deps,
  processor: Processor,
  invoice: InvoiceRow,
  note: CreditNoteRow,
) {
  const accountId = invoice.payments_account_id ?? ''
  const reference = { creditNoteId: note.id, processorInvoiceId: invoice.payments_invoice_id ?? '' }
  const existing = mayExistElsewhere(note, deps.now())
    ? await processor.findCreditNote(accountId, reference)
    : undefined
  if (existing !== undefined) return existing
  const whole = {
    vatRateBps: invoice.vat_rate_bps,
    netCents: Number(note.subtotal_amount_cents),
    vatCents: Number(note.vat_amount_cents),
  }
  return processor.createCreditNote(accountId, {
    ...reference,
    key: `credit-note:${note.id}:${note.mirror_attempt}`,
    number: note.number,
    reason: note.reason,
    currency: invoice.currency,
    subtotalCents: Number(note.subtotal_amount_cents),
    vatCents: Number(note.vat_amount_cents),
    ...(invoice.mirrored
      ? { taxRateId: null }
      : await findNoteTaxes(deps, processor, accountId, note.vat_groups ?? [whole])),
    afterPayment: note.after_payment,
  })
}

/**
 * Moves a refused note to the other side of the payment if the processor sees the invoice that way.
 * Returns undefined otherwise.
 */
async function moveNote(deps: Deps, invoice: InvoiceRow, refused: CreditNoteRow) {
  const current = await refetchStatement(deps, invoice).catch(undefinedIfRefused)
  const isPaid = current?.row.status === 'paid'
  if (current === undefined || isPaid === refused.after_payment) return undefined
  // An invoice may also be paid here because recorded payments and this note cover it. The note
  // must not count as one after a payment at the processor then.
  if (isPaid && !hasCollected(current.row, current.stated)) return undefined
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoice(tx, refused.org_id, refused.invoice_id)
    const note = await lockCreditNote(tx, refused.org_id, refused.id)
    if (note.mirror !== 'pending' || note.after_payment !== refused.after_payment) return note
    return moveToSide(tx, row, note, isPaid)
  })
}

/** True if the processor reports a payment that nobody recorded here. */
const hasCollected = (
  { paid_outside, total_amount_cents }: InvoiceRow,
  { status, creditedCents }: ProcessorInvoice,
): boolean =>
  status === 'paid' && paid_outside === null && Number(total_amount_cents) > creditedCents

/** Sends notes that a crash or failure left behind, once they are unchanged for 10 minutes. */
export const mirrorLeftNotes = (
  deps: Deps,
  processor: Processor,
  signal?: AbortSignal,
): Promise<void> =>
  sweep(deps, {
    quietMinutes: 10,
    claim: claimPendingNotes,
    run: (note) => mirrorCreditNote(deps, processor, note),
    signal,
  })

/**
 * Sends a refused note to the processor again under another idempotency key. If it fails, the
 * poller retries. Throws `not_found`, `credit_note_not_refused` (409), `not_configured`.
 */
export async function retryCreditNote(
  deps: Deps,
  { principal }: Ctx,
  id: string,
): Promise<CreditNoteRow> {
  const { orgId } = principal
  const refused = await getCreditNote(deps.db, orgId, id)
  const processor = requireProcessor(deps)
  const note = await inTransaction(deps.db, undefined, async (tx) => {
    const pending = await updateNoteIn(tx, refused, ['refused'], {
      mirror: 'pending',
      problem: null,
      mirror_attempt: refused.mirror_attempt + 1,
    })
    if (pending === undefined) throw creditNoteErrors.credit_note_not_refused()
    await audit(tx, orgId, {
      action: 'credit_note.retried',
      target: { type: 'credit_note', id, name: pending.number },
      detail: { invoiceId: pending.invoice_id },
    })
    return pending
  })
  await attempt(deps, 'credit note', () => mirrorCreditNote(deps, processor, note))
  return getCreditNote(deps.db, orgId, id)
}
