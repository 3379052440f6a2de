import { type InvoicePayment, type PaymentMethod, paymentMethods } from '@atrium/contracts'
import { dayIn } from '../../calendar/calendar-days.ts'
import type { Row } from '../../database.ts'
import { collectedCents, type InvoiceRow } from '../invoice.ts'

export type PaymentRow = Row<'invoice_payments'>

/**
 * Returns the payment method for a free text, as in `mark-paid`. A bank transfer is a transfer, and
 * an unknown text is `other`.
 */
export function toPaymentMethod(text: string): PaymentMethod {
  const name = text.trim().toLowerCase()
  if (name === 'bank_transfer') return 'transfer'
  return paymentMethods.find((method) => method === name) ?? 'other'
}

export const toInvoicePayment = (row: PaymentRow): InvoicePayment => ({
  id: row.id,
  invoiceId: row.invoice_id,
  amountCents: Number(row.amount_cents),
  paidAt: row.paid_on,
  method: row.method,
  reference: row.reference,
  source: 'recorded',
  mirror: row.mirror,
  bankTransactionId: row.bank_transaction_id,
  problem: row.problem,
  createdAt: row.created_at.toISOString(),
})

/** Returns the id for an invoice's payment reported by the processor. */
export const processorPaymentId = (invoiceId: string): string =>
  `pay_${invoiceId.slice(invoiceId.indexOf('_') + 1)}_processor`

/** Returns the id for a payment recorded by an earlier release. */
export const missingPaymentId = (invoiceId: string): string =>
  `pay_${invoiceId.slice(invoiceId.indexOf('_') + 1)}_recorded`

/**
 * Returns the payment of a paid invoice that has no row: the part that no stored payment covers.
 * Usually the processor collected it. It is not stored, because refused credit notes may still
 * change it. If a user recorded it, an earlier release did so during a deployment, because each
 * payment has a row today. Undefined if there is none.
 */
export function unstoredPayment(row: InvoiceRow): InvoicePayment | undefined {
  const amountCents = collectedCents(row)
  if (row.status !== 'paid' || row.paid_at === null || amountCents <= 0) return undefined
  const outside = row.paid_outside
  return {
    id: outside === null ? processorPaymentId(row.id) : missingPaymentId(row.id),
    invoiceId: row.id,
    amountCents,
    paidAt: outside?.paidOn ?? dayIn(row.paid_at, row.time_zone),
    method: outside === null ? 'card' : toPaymentMethod(outside.method),
    reference: outside?.reference ?? null,
    source: outside === null ? 'processor' : 'recorded',
    mirror: 'none',
    bankTransactionId: null,
    problem: null,
    createdAt: row.paid_at.toISOString(),
  }
}
