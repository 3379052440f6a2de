import { type InvoicePayment, type PaymentMethod, paymentMethods } from '@atrium/contracts'
import { dayIn } from '../../calendar/calendar-days.ts'
import type { Row } from '../../database.ts'
import { collectedCents, type InvoiceRow } from '../invoice.ts'

export type PaymentRow = Row<'invoice_payments'>

/**
 * Returns the method of a free text, as in `mark-paid`. A bank transfer is a transfer, and an
 * unknown text is `other`.
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
  problem: row.problem,
  createdAt: row.created_at.toISOString(),
})

/** Returns the id of the payment that the processor reported for an invoice. */
export const processorPaymentId = (invoiceId: string): string =>
  `pay_${invoiceId.slice(invoiceId.indexOf('_') + 1)}_processor`

/**
 * Returns what the processor collected for a paid invoice: the part that no recorded payment
 * covers. It is not stored, because refused credit notes may still change it. Undefined if there is
 * none.
 */
export function processorPayment(row: InvoiceRow): InvoicePayment | undefined {
  const amountCents = collectedCents(row)
  if (row.status !== 'paid' || row.paid_at === null || amountCents <= 0) return undefined
  return {
    id: processorPaymentId(row.id),
    invoiceId: row.id,
    amountCents,
    paidAt: dayIn(row.paid_at, row.time_zone),
    method: 'card',
    reference: null,
    source: 'processor',
    mirror: 'none',
    problem: null,
    createdAt: row.paid_at.toISOString(),
  }
}
