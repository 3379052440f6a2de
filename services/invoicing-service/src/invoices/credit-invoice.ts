import {
  type ChangeAuthor,
  type CreditAmounts,
  InvoicePaid,
  invoiceErrors,
} from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { Row, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import { readEventData, recordedBy } from './event-data.ts'
import { recordHistory } from './history/history.ts'
import { type InvoiceRow, unsettledCents } from './invoice.ts'
import { requireMove } from './invoice-moves.ts'
import { laterRefusedNotes, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'

export function uncreditedAmounts(row: InvoiceRow): CreditAmounts {
  const totalAmountCents = Number(row.total_amount_cents) - Number(row.credited_cents)
  const vatAmountCents = Number(row.vat_amount_cents) - Number(row.credited_vat_cents)
  return {
    subtotalAmountCents: totalAmountCents - vatAmountCents,
    vatAmountCents,
    totalAmountCents,
  }
}

/** True if an invoice is paid, or if the processor is being asked to close it as paid elsewhere. */
export const isPaying = ({ status, paid_outside }: InvoiceRow): boolean =>
  status === 'paid' || paid_outside !== null

/**
 * Locks an issued invoice, so it can be credited. Throws `not_found`, `invoice_not_issued`,
 * `invoice_void` (409).
 */
export async function lockCreditable(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<InvoiceRow> {
  const row = await lockInvoiceRow(tx, orgId, id)
  requireMove('credit', row)
  if (row.status === 'open' && row.void_requested)
    throw invoiceErrors.invoice_void({ message: 'A void invoice cannot be credited' })
  return row
}

/** Subtracts a credit note from a locked invoice and records it in the history. */
export async function creditInvoice(
  deps: IdSource,
  tx: Transaction,
  { row, note, author }: { row: InvoiceRow; note: Row<'credit_notes'>; author: ChangeAuthor },
): Promise<InvoiceRow> {
  const { number, reason, after_payment } = note
  const amountCents = Number(note.total_amount_cents)
  const credited = await updateInvoiceRow(tx, row, {
    credited_cents: Number(row.credited_cents) + amountCents,
    credited_vat_cents: Number(row.credited_vat_cents) + Number(note.vat_amount_cents),
    ...(after_payment
      ? {}
      : { credited_unpaid_cents: Number(row.credited_unpaid_cents) + amountCents }),
  })
  await recordHistory(deps, tx, credited, {
    kind: 'credited',
    author,
    detail: { number, reason, amountCents },
  })
  return credited
}

/**
 * Closes a partly paid invoice as paid if credit notes cover its rest. An unpaid invoice that is
 * credited in full stays open with nothing due.
 */
export async function closeSettled(
  deps: IdSource,
  tx: Transaction,
  row: InvoiceRow,
  { author, at }: { author: ChangeAuthor; at: Date },
): Promise<InvoiceRow> {
  const isSettled = Number(row.recorded_cents) > 0 && unsettledCents(row) === 0
  if (row.status !== 'open' || !isSettled) return row
  const paid = await updateInvoiceRow(tx, row, { status: 'paid', paid_at: at })
  // Not before the credit note, because the journal subtracts the note from this payment.
  const detail = { method: 'credit_note' }
  await recordHistory(deps, tx, paid, { kind: 'paid', author, at, detail })
  await emit(tx, InvoicePaid, row.org_id, {
    ...(await readEventData(tx, paid)),
    ...recordedBy(author),
  })
  return paid
}

/** Moves credits of a locked invoice from before its payment to after it, or back. */
export const moveCredit = (
  tx: Transaction,
  row: InvoiceRow,
  amountCents: number,
  afterPayment: boolean,
) =>
  updateInvoiceRow(tx, row, {
    credited_unpaid_cents:
      Number(row.credited_unpaid_cents) + (afterPayment ? -amountCents : amountCents),
  })

/**
 * Turns refused notes into notes after the payment and sends them again, because they did not
 * reduce the amount due at the processor.
 */
export async function creditAfterPayment(tx: Transaction, row: InvoiceRow): Promise<InvoiceRow> {
  if (Number(row.credited_unpaid_cents) === 0) return row
  const cents = await laterRefusedNotes(tx, row)
  return cents === 0 ? row : moveCredit(tx, row, cents, true)
}
