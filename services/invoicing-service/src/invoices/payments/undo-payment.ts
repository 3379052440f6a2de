import { invoiceErrors, paymentErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../../deps.ts'
import { attempt } from '../../sweep.ts'
import { recordHistory, toAuthor } from '../history/history.ts'
import { type InvoiceRow, unsettledCents } from '../invoice.ts'
import { lockInvoiceRow, updateInvoiceRow } from '../invoices.db.ts'
import { mirrorPayment } from './mirror-payment.ts'
import { processorPaymentId } from './payment.ts'
import { lockPayment, markUndone, moveNotesBeforePayment } from './payments.db.ts'
import { storeMissingPayment } from './store-missing-payment.ts'

/** Throws `paid_at_processor` or `invoice_not_open` (409) if the invoice keeps its payments. */
function requireUndoable(invoice: InvoiceRow, paymentId: string): void {
  const { status, payments_invoice_id: atProcessor } = invoice
  if (paymentId === processorPaymentId(invoice.id)) throw invoiceErrors.paid_at_processor()
  if (status === 'paid' && atProcessor !== null) throw invoiceErrors.paid_at_processor()
  if (status !== 'open' && status !== 'paid') throw invoiceErrors.invoice_not_open()
  if (status === 'open' && invoice.paid_outside !== null) {
    throw invoiceErrors.invoice_not_open({
      message: 'The invoice is being closed right now. Try again in a few minutes.',
    })
  }
}

/**
 * Undoes a user's payment. The invoice is open again if an amount is due afterwards. If the payment
 * comes from a bank statement, its transaction is undone as a whole. Throws `not_found`,
 * `paid_at_processor`, `invoice_not_open`, `payment_of_bank` (409).
 */
export async function undoPayment(
  deps: Deps,
  { principal, tx: joined }: Ctx,
  {
    id,
    paymentId,
    bankTransactionId = null,
  }: {
    id: string
    paymentId: string
    /** Set while a bank transaction's match is undone. */
    bankTransactionId?: string | null
  },
): Promise<void> {
  const undone = await inTransaction(deps.db, joined, async (tx) => {
    const locked = await lockInvoiceRow(tx, principal.orgId, id)
    requireUndoable(locked, paymentId)
    const invoice = await storeMissingPayment(tx, locked)
    const payment = await lockPayment(tx, invoice, paymentId)
    if (payment.bank_transaction_id !== bankTransactionId) throw paymentErrors.payment_of_bank()
    const amountCents = Number(payment.amount_cents)
    const recorded_cents = Number(invoice.recorded_cents) - amountCents
    const changed = await updateInvoiceRow(tx, invoice, {
      recorded_cents,
      ...(await reopened(tx, { ...invoice, recorded_cents: String(recorded_cents) })),
    })
    await recordHistory(deps, tx, changed, {
      kind: 'payment_undone',
      author: toAuthor(principal),
      detail: { amountCents, currency: invoice.currency },
    })
    return markUndone(tx, payment)
  })
  const { processor } = deps
  if (processor !== null && joined === undefined)
    await attempt(deps, 'payment', () => mirrorPayment(deps, processor, undone))
}

async function reopened(tx: Parameters<typeof markUndone>[0], invoice: InvoiceRow) {
  if (invoice.status !== 'paid') return {}
  if (unsettledCents(invoice) <= 0) {
    // Credit notes cover the undone amount, so it was never paid.
    const unpaid = Number(invoice.total_amount_cents) - Number(invoice.recorded_cents)
    return { credited_unpaid_cents: unpaid }
  }
  await moveNotesBeforePayment(tx, invoice)
  return {
    status: 'open' as const,
    paid_at: null,
    paid_outside: null,
    asked_by: null,
    credited_unpaid_cents: Number(invoice.credited_cents),
  }
}
