import { AppError, splitCredit, sumRates } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { findNoteTaxes } from '../../processor/note-taxes.ts'
import { isRefusal, type Processor } from '../../processor/processor.ts'
import { sweep } from '../../sweep.ts'
import { collectedCents, type InvoiceRow } from '../invoice.ts'
import { getInvoiceRow } from '../invoices.db.ts'
import { listVatGroups } from '../vat-groups.ts'
import type { PaymentRow } from './payment.ts'
import { claimPendingPayments, reopenUndone, updatePending } from './payments.db.ts'

/**
 * Brings the processor's page up to date with a part payment: a credit note there lowers the
 * requested amount, and an undo voids it. The ledger does not count it as a credit note. If the
 * processor closed the invoice, it needs no note. If the processor refuses, the reason is stored.
 * Throws `unavailable`, `processor_failed_before`.
 */
export async function mirrorPayment(deps: Deps, processor: Processor, payment: PaymentRow) {
  if (payment.mirror !== 'pending') return
  const store = (changes: Parameters<typeof updatePending>[2]) =>
    inTransaction(deps.db, undefined, (tx) => updatePending(tx, payment, changes))
  const invoice = await getInvoiceRow(deps.db, payment.org_id, payment.invoice_id)
  if (payment.undone_at === null && isClosedThere(invoice)) {
    await store({ mirror: 'none', problem: null })
    return
  }
  try {
    const id =
      payment.undone_at === null
        ? await createNote(deps, processor, invoice, payment)
        : await voidNote(processor, invoice, payment)
    const stored = await store({ mirror: 'done', payments_credit_note_id: id, problem: null })
    if (stored !== undefined || payment.undone_at !== null || id === null) return
    // The payment was undone during the call, and the undo may have found no note to void.
    const undone = await inTransaction(deps.db, undefined, (tx) => reopenUndone(tx, payment, id))
    if (undone !== undefined) await mirrorPayment(deps, processor, undone)
  } catch (error) {
    if (error instanceof AppError && error.code === 'processor_failed_before')
      await store({ mirror_attempt: payment.mirror_attempt + 1 })
    const isUnchargeable = error instanceof AppError && error.code === 'amount_not_chargeable'
    if (!isRefusal(error) && !isUnchargeable) throw error
    deps.logger.warn({ err: error, payment: payment.id }, '[payments] a part payment was refused')
    await store({ mirror: 'refused', problem: error.message })
  }
}

/** True unless the page of the processor may still ask for money. */
const isClosedThere = (invoice: InvoiceRow): boolean => {
  // The ledger closes an invoice alone when payments and credit notes cover it.
  const isClosedHere = invoice.paid_outside === null && collectedCents(invoice) <= 0
  return invoice.status !== 'open' && !(invoice.status === 'paid' && isClosedHere)
}

const findNote = (processor: Processor, invoice: InvoiceRow, payment: PaymentRow) =>
  processor.findCreditNote(invoice.payments_account_id ?? '', {
    creditNoteId: payment.id,
    processorInvoiceId: invoice.payments_invoice_id ?? '',
  })

async function createNote(
  deps: Deps,
  processor: Processor,
  invoice: InvoiceRow,
  payment: PaymentRow,
): Promise<string> {
  const accountId = invoice.payments_account_id ?? ''
  const existingNote = await findNote(processor, invoice, payment)
  if (existingNote !== undefined) return existingNote
  const amountCents = Number(payment.amount_cents)
  const groups = splitCredit(listVatGroups(invoice), invoice.vat_rate_bps, { amountCents }) ?? [
    { vatRateBps: invoice.vat_rate_bps, netCents: amountCents, vatCents: 0 },
  ]
  const { subtotalAmountCents, vatAmountCents } = sumRates(groups)
  return processor.createCreditNote(accountId, {
    key: `payment:${payment.id}:${payment.mirror_attempt}`,
    creditNoteId: payment.id,
    processorInvoiceId: invoice.payments_invoice_id ?? '',
    number: `Payment of ${payment.paid_on}`,
    reason: payment.reference ?? payment.method,
    currency: invoice.currency,
    subtotalCents: subtotalAmountCents,
    vatCents: vatAmountCents,
    ...(await findNoteTaxes(deps, processor, accountId, groups)),
    afterPayment: false,
  })
}

async function voidNote(
  processor: Processor,
  invoice: InvoiceRow,
  payment: PaymentRow,
): Promise<string | null> {
  if (invoice.payments_invoice_id === null) return null
  const id = payment.payments_credit_note_id ?? (await findNote(processor, invoice, payment))
  if (id === undefined) return null
  await processor.voidCreditNote(invoice.payments_account_id ?? '', id)
  return id
}

/**
 * Retries part payments left pending by a crash or failure, once they are unchanged for 10 minutes.
 */
export const mirrorLeftPayments = (deps: Deps, processor: Processor, signal?: AbortSignal) =>
  sweep(deps, {
    quietMinutes: 10,
    claim: claimPendingPayments,
    run: (payment) => mirrorPayment(deps, processor, payment),
    signal,
  })
