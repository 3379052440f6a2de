import { invoiceErrors, type RecordPayment } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import { readDay } from '../../calendar/calendar-days.ts'
import { refreshTimeZone } from '../../calendar/time-zone.ts'
import type { Transaction } from '../../database.ts'
import type { Ctx, Deps, Settle } from '../../deps.ts'
import { formatAmount } from '../../pdf/format.ts'
import { attempt } from '../../sweep.ts'
import { recordHistory, toAuthor } from '../history/history.ts'
import { amountDue, type InvoiceRow, requireDue } from '../invoice.ts'
import { requireMove } from '../invoice-moves.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from '../invoices.db.ts'
import { isPaidWithKey, markPaid, toPaidOutside } from '../mark-paid.ts'
import { mirrorPayment } from './mirror-payment.ts'
import type { PaymentRow } from './payment.ts'
import { getClosingPayment, insertPayment } from './payments.db.ts'
import { storeMissingPayment } from './store-missing-payment.ts'

interface NewPayment {
  id: string
  input: RecordPayment
  /** The request's key. A retry with the closing payment's key returns that payment again. */
  key?: string | undefined
  /** Set if the payment comes from a bank transaction. */
  bankTransactionId?: string
  settle: Settle<PaymentRow>
}

/** Throws `invoice_not_open`, `nothing_due` (409) or `exceeds_amount_due` (422). */
function requirePayable(row: InvoiceRow, amountCents: number): void {
  requireMove('pay', row)
  if (row.void_requested) {
    throw invoiceErrors.invoice_not_open({
      message: 'The invoice is being voided right now. Try again in a few minutes.',
    })
  }
  requireDue(row)
  const due = amountDue(row)
  if (amountCents > due) {
    throw invoiceErrors.exceeds_amount_due({
      message: `Only ${formatAmount(due, row.currency)} is due. Enter a smaller amount.`,
    })
  }
}

/**
 * Records a payment under the invoice lock, so payments together never exceed what is due. The one
 * that pays the rest closes the invoice, first at the processor if the invoice is there. A part
 * payment is sent to the processor afterwards. Throws `not_found`, `invoice_not_open`,
 * `nothing_due`, `exceeds_amount_due`, `paid_in_future`, `not_configured`, `unavailable`,
 * `processor_refused`.
 */
export async function recordPayment(
  deps: Deps,
  ctx: Ctx,
  { id, input, bankTransactionId, key, settle }: NewPayment,
): Promise<PaymentRow> {
  const { principal, tx: joined } = ctx
  const { orgId } = principal
  const { amountCents, ...paid } = input
  const zone = await refreshTimeZone(deps, orgId, joined)
  const outside = toPaidOutside(paid, { zone, now: deps.now() })
  const known = await getInvoiceRow(joined ?? deps.db, orgId, id)
  const isRepeated = isPaidWithKey(known, key)
  if (!isRepeated) requirePayable(known, amountCents)
  if (isRepeated || amountCents === amountDue(known)) {
    const settleClosing = async (tx: Transaction, row: InvoiceRow) =>
      settle(tx, await getClosingPayment(tx, await storeMissingPayment(tx, row)))
    const row = await markPaid(deps, ctx, {
      id,
      input: paid,
      key,
      amountCents,
      bankTransactionId,
      settle: settleClosing,
    })
    return getClosingPayment(joined ?? deps.db, row)
  }
  const payment = await inTransaction(deps.db, joined, async (tx) => {
    const open = await lockInvoiceRow(tx, orgId, id)
    requirePayable(open, amountCents)
    if (open.paid_outside !== null) {
      throw invoiceErrors.invoice_not_open({
        message: 'The invoice is being closed right now. Try again in a few minutes.',
      })
    }
    if (amountCents === amountDue(open))
      throw invoiceErrors.exceeds_amount_due({ message: 'The amount due has changed. Try again.' })
    const author = toAuthor(principal)
    const row = await insertPayment(tx, {
      id: deps.newId('pay'),
      org_id: orgId,
      invoice_id: id,
      amount_cents: amountCents,
      currency: open.currency,
      paid_on: readDay(input.paidAt, zone),
      method: input.method,
      reference: input.reference,
      closing: false,
      mirror: open.payments_invoice_id === null ? 'none' : 'pending',
      bank_transaction_id: bankTransactionId ?? null,
      author: json(author),
    })
    const changed = await updateInvoiceRow(tx, open, {
      recorded_cents: Number(open.recorded_cents) + amountCents,
    })
    const { paidAt, method, reference } = outside
    await recordHistory(deps, tx, changed, {
      kind: 'payment_recorded',
      author,
      detail: {
        amountCents,
        currency: open.currency,
        paidAt,
        method,
        ...(reference === null ? {} : { reference }),
      },
    })
    await settle(tx, row)
    return row
  })
  const { processor } = deps
  if (processor !== null && joined === undefined)
    await attempt(deps, 'payment', () => mirrorPayment(deps, processor, payment))
  return payment
}
