import type { BankTransaction } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { getPayment } from '../invoices/payments/get-payment.ts'
import { mirrorPayment } from '../invoices/payments/mirror-payment.ts'
import { undoPayment } from '../invoices/payments/undo-payment.ts'
import { attempt } from '../sweep.ts'
import { listBankPayments, lockInvoices, lockTransaction, updateTransaction } from './bank.db.ts'
import { showTransaction } from './list-transactions.ts'
import {
  auditTransaction,
  requireIdle,
  requireSettled,
  requireUnmatched,
} from './match-transaction.ts'

/**
 * Undoes the payments of a transaction, all or none. An ignored transaction is unmatched again.
 * Throws `not_found`, `already_matched`, `paid_at_processor`, `invoice_not_open` (409).
 */
export async function unmatchTransaction(
  deps: Deps,
  ctx: Ctx,
  id: string,
): Promise<BankTransaction> {
  const { orgId } = ctx.principal
  const { row, undone } = await inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockTransaction(tx, orgId, id)
    // A transaction that pays several invoices one by one counts as matched after the first.
    requireIdle(locked, deps.now())
    if (locked.status === 'unmatched') return { row: locked, undone: [] }
    const payments = await listBankPayments(tx, orgId, [id])
    await lockInvoices(
      tx,
      orgId,
      payments.map(({ invoice_id: invoiceId }) => invoiceId),
    )
    for (const { id: paymentId, invoice_id: invoiceId } of payments)
      await undoPayment(
        deps,
        { principal: ctx.principal, tx },
        { id: invoiceId, paymentId, bankTransactionId: id },
      )
    const changed = await updateTransaction(tx, locked, { status: 'unmatched', matched_by: null })
    await auditTransaction(tx, changed, 'bank_transaction.unmatched')
    return { row: changed, undone: payments.map(({ id: paymentId }) => paymentId) }
  })
  const { processor } = deps
  for (const paymentId of processor === null ? [] : undone) {
    const payment = await getPayment(deps.db, orgId, paymentId)
    if (processor !== null && payment.mirror === 'pending')
      await attempt(deps, 'payment', () => mirrorPayment(deps, processor, payment))
  }
  return showTransaction(deps.db, row)
}

/** Puts a transaction aside. Throws `not_found`, `already_matched` (409). */
export async function ignoreTransaction(
  deps: Deps,
  ctx: Ctx,
  id: string,
): Promise<BankTransaction> {
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockTransaction(tx, ctx.principal.orgId, id)
    requireUnmatched(locked, deps.now())
    await requireSettled(tx, locked, [])
    if (locked.status === 'ignored') return locked
    const changed = await updateTransaction(tx, locked, { status: 'ignored' })
    await auditTransaction(tx, changed, 'bank_transaction.ignored')
    return changed
  })
  return showTransaction(deps.db, row)
}
