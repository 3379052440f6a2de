import type { Transaction } from '../../database.ts'
import { collectedCents, type InvoiceRow } from '../invoice.ts'
import { updateInvoiceRow } from '../invoices.db.ts'
import { missingPaymentId } from './payment.ts'
import { insertClosingPayment } from './payments.db.ts'

/**
 * Stores the payment of a locked invoice that an earlier release marked as paid during a deployment,
 * because that release stored no payment. Returns the invoice, unchanged if no payment is missing.
 */
export async function storeMissingPayment(
  tx: Transaction,
  invoice: InvoiceRow,
): Promise<InvoiceRow> {
  const { status, paid_outside: outside } = invoice
  const cents = collectedCents(invoice)
  if (status !== 'paid' || outside === null || cents <= 0) return invoice
  const stored = await updateInvoiceRow(tx, invoice, {
    recorded_cents: Number(invoice.recorded_cents) + cents,
  })
  await insertClosingPayment(tx, stored, { id: missingPaymentId(invoice.id), outside, cents })
  return stored
}
