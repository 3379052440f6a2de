import type { Db, Transaction } from '../database.ts'
import { amountDue, type InvoiceRow } from '../invoices/invoice.ts'
import type { Transfer } from '../invoices/payments/record-transfers.ts'
import { listEarlierPayments, lockInvoices, type NewTransaction } from './bank.db.ts'
import { type LoadedInvoices, loadKnownPayers } from './load-open-invoices.ts'
import { matchBooking } from './matching/match-booking.ts'
import { createPause } from './pause.ts'
import { toBooking } from './transaction.ts'

export interface Match {
  row: NewTransaction
  invoiceId: string
}

const dayMs = 86_400_000
// A user may record a transfer some days before or after the bank books it.
const mostDaysApart = 10

type EarlierPayment = Awaited<ReturnType<typeof listEarlierPayments>>[number]

/** True if a payment may be the same money as a statement's booking. */
function isSameMoney(payment: EarlierPayment, row: NewTransaction, statementId: string | null) {
  if (Number(payment.amount_cents) !== row.amount_cents) return false
  if (payment.statement_id !== null)
    return payment.statement_id !== statementId && payment.paid_on === row.booked_on
  const distanceMs = Math.abs(Date.parse(payment.paid_on) - Date.parse(row.booked_on))
  return distanceMs <= mostDaysApart * dayMs
}

/**
 * Returns the new transactions that certainly pay an invoice, and takes these invoices. If a
 * booking may be an earlier payment and the invoice is partly paid, the user decides, because the
 * money would count twice.
 */
export async function matchBatch(
  db: Db,
  orgId: string,
  {
    rows,
    statementId,
    invoices: { open, partlyPaid },
  }: {
    rows: readonly NewTransaction[]
    /** Null in a preview. */
    statementId: string | null
    invoices: LoadedInvoices
  },
): Promise<Match[]> {
  const knownPayers = await loadKnownPayers(db, orgId, rows)
  const pause = createPause()
  const matches: Match[] = []
  for (const row of rows) {
    await pause()
    if (row.duplicate_of !== null) continue
    const invoice = matchBooking(toBooking(row), open, knownPayers)
    if (invoice === undefined) continue
    if (partlyPaid.has(invoice.id)) {
      const payments = await listEarlierPayments(db, orgId, [invoice.id])
      if (payments.some((payment) => isSameMoney(payment, row, statementId))) continue
    }
    open.take(invoice.id)
    matches.push({ row, invoiceId: invoice.id })
  }
  return matches
}

/** True if a transaction may pay an invoice by itself: it pays exactly what is due. */
export const isPayable = (invoice: InvoiceRow, amountCents: number): boolean =>
  invoice.status === 'open' &&
  !invoice.void_requested &&
  invoice.paid_outside === null &&
  amountDue(invoice) === amountCents

/**
 * Locks matched invoices. If an invoice changed meanwhile, the user decides, because somebody may
 * have paid, credited or voided it while the file was read.
 */
export async function lockDue(
  tx: Transaction,
  orgId: string,
  matches: readonly Match[],
): Promise<Transfer[]> {
  const locked = await lockInvoices(
    tx,
    orgId,
    matches.map(({ invoiceId }) => invoiceId),
  )
  const invoices = new Map(locked.map((invoice) => [invoice.id, invoice]))
  return matches.flatMap(({ row, invoiceId }) => {
    const invoice = invoices.get(invoiceId)
    const { id: transactionId, amount_cents: amountCents, booked_on: paidOn, reference } = row
    return invoice === undefined ||
      invoice.payments_invoice_id !== null ||
      !isPayable(invoice, amountCents)
      ? []
      : [{ invoice, transactionId, amountCents, paidOn, reference }]
  })
}
