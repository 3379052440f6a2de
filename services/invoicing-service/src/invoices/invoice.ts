import { Invoice, type InvoiceMailed, invoiceErrors } from '@atrium/contracts'
import { viewOf } from '@atrium/database'
import type { Row } from '../database.ts'

export type InvoiceRow = Row<'invoices'>

const days = 86_400_000
/** When an invoice without a due date of its own is due: 30 days after it is finalized. */
export const defaultDueDate = (finalizedAt: Date): Date => new Date(finalizedAt.getTime() + 30 * days)

/** Whether an issued invoice has the default due date, to the millisecond. */
export const hasDefaultDueDate = (row: Pick<InvoiceRow, 'issue_date' | 'due_date'>): boolean =>
  row.issue_date !== null && row.due_date?.getTime() === defaultDueDate(row.issue_date).getTime()

/** The number of a year's `n`th invoice, of six digits or more: `INV-2026-000001`. */
export const invoiceNumber = (year: number, n: number): string => `INV-${year}-${String(n).padStart(6, '0')}`

/**
 * An invoice below zero would demand nothing and count as paid. Throws `negative_total` (422): such an invoice would
 * demand nothing and count as paid.
 */
export function requireNotNegative(row: Pick<InvoiceRow, 'total_amount_cents'>): void {
  if (Number(row.total_amount_cents) < 0) throw invoiceErrors.negative_total()
}

function mailedOf({ mailed_at: at, mail_failed: failed }: InvoiceRow): InvoiceMailed | null {
  if (at !== null) return { at: at.toISOString() }
  return failed === null ? null : { failed }
}

/** The amount that the customer still has to pay, in minor units. */
export function amountDueOf(row: Pick<InvoiceRow, 'status' | 'total_amount_cents' | 'credited_cents'>) {
  const isClosed = row.status === 'paid' || row.status === 'void'
  return isClosed ? 0 : Number(row.total_amount_cents) - Number(row.credited_cents)
}

/** Whether credit notes have taken off everything that was to be paid. */
export const isCreditedInFull = (row: Pick<InvoiceRow, 'total_amount_cents' | 'credited_cents'>): boolean =>
  Number(row.credited_cents) > 0 && row.credited_cents === row.total_amount_cents

/** Throws `nothing_due` (409) for an invoice that credit notes have taken off in full. */
export function requireDue(row: Pick<InvoiceRow, 'total_amount_cents' | 'credited_cents'>): void {
  if (isCreditedInFull(row)) throw invoiceErrors.nothing_due()
}

const toColumns = viewOf(Invoice.omit({ mailed: true, amountDueCents: true }))

export const toInvoice = (row: InvoiceRow): Invoice => ({
  ...toColumns(row),
  amountDueCents: amountDueOf(row),
  mailed: mailedOf(row),
})

export const eventDataOf = (row: InvoiceRow) => ({
  invoiceId: row.id,
  number: row.number,
  customerId: row.customer_id,
  source: row.source,
  status: row.status,
  currency: row.currency,
  totalAmountCents: Number(row.total_amount_cents),
})
