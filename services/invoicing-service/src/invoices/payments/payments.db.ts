import { type PaymentListQuery, paymentErrors } from '@atrium/contracts'
import { json, readPage } from '@atrium/database'
import { sql } from 'kysely'
import { dayIn } from '../../calendar/calendar-days.ts'
import type { Changes, Db, NewRow, OrgKey, PaidOutside, Transaction } from '../../database.ts'
import { platformAuthor } from '../history/history.ts'
import type { InvoiceRow } from '../invoice.ts'
import { type PaymentRow, toPaymentMethod } from './payment.ts'
import { markTransactionMatched } from './transfers.db.ts'

/** Stores a payment. If it comes from a bank transaction, that is matched in the same transaction. */
export async function insertPayment(tx: Transaction, row: NewRow<'invoice_payments'>) {
  if (typeof row.bank_transaction_id === 'string')
    await markTransactionMatched(tx, row.org_id, row.bank_transaction_id)
  return tx.insertInto('invoice_payments').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Stores the payment of an invoice's rest. */
export const insertClosingPayment = (
  tx: Transaction,
  invoice: InvoiceRow,
  { id, outside, cents }: { id: string; outside: PaidOutside; cents: number },
) =>
  insertPayment(tx, {
    id,
    org_id: invoice.org_id,
    invoice_id: invoice.id,
    amount_cents: cents,
    currency: invoice.currency,
    paid_on: outside.paidOn ?? dayIn(new Date(outside.paidAt), invoice.time_zone),
    method: toPaymentMethod(outside.method),
    reference: outside.reference,
    bank_transaction_id: outside.bankTransactionId ?? null,
    closing: true,
    author: json(invoice.asked_by ?? platformAuthor),
  })

const selectPayments = (db: Db, { org_id, id: invoice_id }: OrgKey) =>
  db
    .selectFrom('invoice_payments')
    .selectAll()
    .where((eb) => eb.and({ org_id, invoice_id }))
    .where('undone_at', 'is', null)

/** Returns the payment that closed the invoice. */
export const getClosingPayment = (db: Db, invoice: OrgKey) =>
  selectPayments(db, invoice)
    .where('closing', '=', true)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow(() => paymentErrors.not_found())

/** Returns a recorded payment, also if it is undone. Throws `not_found`. */
export const getPaymentRow = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('invoice_payments')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, id }))
    .executeTakeFirstOrThrow(() => paymentErrors.not_found())

export const lockPayment = (tx: Transaction, invoice: OrgKey, paymentId: string) =>
  selectPayments(tx, invoice)
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => paymentErrors.not_found())

export const listPaymentRows = (db: Db, invoice: OrgKey, page: PaymentListQuery) =>
  readPage(db, selectPayments(db, invoice).orderBy('id', 'desc'), page)

/** Changes a payment if it is pending and was neither made nor undone meanwhile. */
export const updatePending = (
  tx: Transaction,
  { org_id, id, undone_at }: PaymentRow,
  changes: Changes<'invoice_payments'>,
) =>
  tx
    .updateTable('invoice_payments')
    .set({ ...changes, touched_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, id, mirror: 'pending' }))
    .where('undone_at', undone_at === null ? 'is' : 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** Marks an undone payment as pending again, so its note at the processor is voided. */
export const reopenUndone = (
  tx: Transaction,
  { org_id, id }: PaymentRow,
  payments_credit_note_id: string,
) =>
  tx
    .updateTable('invoice_payments')
    .set({ mirror: 'pending', payments_credit_note_id, touched_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, id }))
    .where('undone_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()

export const markUndone = (tx: Transaction, { org_id, id, mirror }: PaymentRow) =>
  tx
    .updateTable('invoice_payments')
    .set((eb) => ({
      undone_at: sql<Date>`now()`,
      mirror: mirror === 'none' ? ('none' as const) : ('pending' as const),
      mirror_attempt: eb('mirror_attempt', '+', 1),
      problem: null,
    }))
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Turns notes from after the payment into notes before it, because the invoice is open again. */
export const moveNotesBeforePayment = (tx: Transaction, { org_id, id: invoice_id }: OrgKey) =>
  tx
    .updateTable('credit_notes')
    .set({ after_payment: false })
    .where((eb) => eb.and({ org_id, invoice_id, after_payment: true }))
    .execute()

/** Claims pending payments that are unchanged since `quietSince`, taking orgs in turn. */
export async function claimPendingPayments(
  tx: Transaction,
  now: Date,
  quietSince: Date,
  limit: number,
) {
  const { rows } = await sql<PaymentRow>`
    update invoice_payments set touched_at = ${now}
    where id in (
      select id from (
        select id, touched_at, row_number() over (partition by org_id order by touched_at, id) as turn
        from invoice_payments where mirror = 'pending' and touched_at < ${quietSince}
      ) as pending
      order by turn, touched_at limit ${limit}
    ) and mirror = 'pending' and touched_at < ${quietSince}
    returning *`.execute(tx)
  return rows
}
