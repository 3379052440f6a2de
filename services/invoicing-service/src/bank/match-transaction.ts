import { type BankTransaction, bankErrors, invoiceErrors } from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import { dayIn } from '../calendar/calendar-days.ts'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { amountDue, type InvoiceRow, requireDue } from '../invoices/invoice.ts'
import { requireMove } from '../invoices/invoice-moves.ts'
import { getPayment } from '../invoices/payments/get-payment.ts'
import { mirrorPayment } from '../invoices/payments/mirror-payment.ts'
import { recordPayment } from '../invoices/payments/record-payment.ts'
import { recordTransfers, type Transfer } from '../invoices/payments/record-transfers.ts'
import { attempt } from '../sweep.ts'
import {
  getTransaction,
  listBankPayments,
  listClosingInvoices,
  lockInvoices,
  lockTransaction,
  type TransactionRow,
  updateTransaction,
} from './bank.db.ts'
import { showTransaction } from './list-transactions.ts'
import { isPayable } from './match-batch.ts'

/** Longer than a request to the processor, and than the platform takes to find its outcome. */
const matchingMs = 1_800_000

const nameTransaction = ({ counterparty, booked_on: day }: TransactionRow): string =>
  counterparty ?? day

export const auditTransaction = (
  tx: Transaction,
  row: TransactionRow,
  action: 'bank_transaction.matched' | 'bank_transaction.unmatched' | 'bank_transaction.ignored',
) =>
  audit(tx, row.org_id, {
    action,
    target: { type: 'bank_transaction', id: row.id, name: nameTransaction(row) },
    detail: { amountCents: Number(row.amount_cents), currency: row.currency },
  })

/** Throws `already_matched` (409), also while somebody else matches the transaction. */
export function requireUnmatched(row: TransactionRow, now: Date): void {
  if (row.status === 'matched') throw bankErrors.already_matched()
  requireIdle(row, now)
}

/** Throws `already_matched` (409) while somebody else matches the transaction. */
export function requireIdle(row: TransactionRow, now: Date): void {
  if (row.matching_until !== null && row.matching_until > now)
    throw bankErrors.already_matched({
      message: 'Somebody is matching this transaction right now. Try again in a few minutes.',
    })
}

/**
 * Throws `already_matched` (409) if an earlier attempt may still pay another invoice, because the
 * transaction would then pay two.
 */
export async function requireSettled(
  tx: Transaction,
  row: TransactionRow,
  invoiceIds: readonly string[],
): Promise<void> {
  const closing = await listClosingInvoices(tx, row)
  if (closing.every((id) => invoiceIds.includes(id))) return
  throw bankErrors.already_matched({
    message:
      'An earlier match of this transaction may still succeed. Match it with the same invoice, or try again in a few minutes.',
  })
}

/**
 * Divides a transaction's money among locked invoices, in the given order, each up to what is due.
 * Throws `not_matchable`, `invoice_not_open`, `nothing_due` (409), `exceeds_amount_due` (422).
 */
function divideMoney(row: TransactionRow, invoices: readonly InvoiceRow[]): Transfer[] {
  if (Number(row.amount_cents) <= 0)
    throw bankErrors.not_matchable({ message: 'Money that went out cannot pay an invoice' })
  let rest = Number(row.amount_cents)
  const transfers = invoices.map((invoice) => {
    requireMove('pay', invoice)
    const isClosing =
      invoice.paid_outside !== null && invoice.paid_outside.bankTransactionId !== row.id
    if (invoice.void_requested || isClosing)
      throw invoiceErrors.invoice_not_open({
        message: 'The invoice is being closed right now. Try again in a few minutes.',
      })
    requireDue(invoice)
    if (invoice.currency !== row.currency)
      throw bankErrors.not_matchable({
        message: `The invoice is in ${invoice.currency}, but the money is in ${row.currency}`,
      })
    const amountCents = Math.min(rest, amountDue(invoice))
    rest -= amountCents
    const { id: transactionId, booked_on: paidOn, reference } = row
    return { invoice, amountCents, transactionId, paidOn, reference }
  })
  if (rest > 0)
    throw invoiceErrors.exceeds_amount_due({
      message: 'The amount is larger than what is due. Choose further invoices, or ignore it.',
    })
  return transfers.filter(({ amountCents }) => amountCents > 0)
}

const isClosingThere = ({ invoice, amountCents }: Transfer): boolean =>
  invoice.payments_invoice_id !== null && amountCents === amountDue(invoice)

/**
 * Pays invoices with a transaction. Without the processor all payments and the transaction change in
 * one database transaction. If an invoice has to be closed at the processor, the transaction is
 * reserved first, and each payment marks it as matched. Throws `not_found`, `already_matched`,
 * `not_matchable`, `invoice_not_open`, `exceeds_amount_due` and the errors of a payment.
 */
export async function matchTransaction(
  deps: Deps,
  ctx: Ctx,
  { id, invoiceIds }: { id: string; invoiceIds: readonly string[] },
): Promise<BankTransaction> {
  const { orgId } = ctx.principal
  const ids = [...new Set(invoiceIds)]
  const zone = await refreshTimeZone(deps, orgId)
  const author = toAuthor(ctx.principal)
  const left = await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockTransaction(tx, orgId, id)
    requireUnmatched(row, deps.now())
    await requireSettled(tx, row, ids)
    const locked = new Map((await lockInvoices(tx, orgId, ids)).map((each) => [each.id, each]))
    const invoices = ids.map((invoiceId) => {
      const invoice = locked.get(invoiceId)
      if (invoice === undefined) throw invoiceErrors.not_found()
      return invoice
    })
    const transfers = divideMoney(row, invoices)
    if (transfers.some(isClosingThere)) {
      const until = new Date(deps.now().getTime() + matchingMs)
      await updateTransaction(tx, row, { matching_until: until })
      return transfers
    }
    await recordTransfers(deps, tx, { author, zone, by: 'user', transfers })
    await auditTransaction(tx, row, 'bank_transaction.matched')
    return undefined
  })
  if (left !== undefined) await payReserved(deps, ctx, { id, transfers: left, by: 'user' })
  await mirrorParts(deps, orgId, id)
  return showTransaction(deps.db, await getTransaction(deps.db, orgId, id))
}

/** A bank may date a booking on its next day, but nobody pays in the future. */
function notAfter(day: string, today: string): string {
  return day > today ? today : day
}

/**
 * Pays a reserved transaction's invoices one by one, because each may need a call to the processor.
 */
async function payReserved(
  deps: Deps,
  ctx: Ctx,
  { id, transfers, by }: { id: string; transfers: readonly Transfer[]; by: 'platform' | 'user' },
): Promise<void> {
  const { orgId } = ctx.principal
  const today = dayIn(deps.now(), await refreshTimeZone(deps, orgId))
  let isPaid = false
  try {
    for (const { invoice, amountCents, paidOn, reference } of transfers) {
      await recordPayment(
        deps,
        { principal: ctx.principal },
        {
          id: invoice.id,
          input: {
            amountCents,
            paidAt: notAfter(paidOn, today),
            method: 'transfer',
            reference: reference?.slice(0, 200).toWellFormed() ?? null,
          },
          bankTransactionId: id,
          settle: async () => undefined,
        },
      )
      isPaid = true
    }
  } finally {
    await inTransaction(deps.db, undefined, async (tx) => {
      const row = await lockTransaction(tx, orgId, id)
      const isMatched = row.status === 'matched'
      const changes = { matching_until: null, ...(isMatched ? { matched_by: by } : {}) }
      const changed = await updateTransaction(tx, row, changes)
      if (isPaid && isMatched) await auditTransaction(tx, changed, 'bank_transaction.matched')
    })
  }
}

/** Tells the processor at once about part payments. A failure is made good later. */
async function mirrorParts(deps: Deps, orgId: string, transactionId: string): Promise<void> {
  const { processor } = deps
  if (processor === null) return
  for (const { id } of await listBankPayments(deps.db, orgId, [transactionId])) {
    const payment = await getPayment(deps.db, orgId, id)
    if (payment.mirror === 'pending')
      await attempt(deps, 'payment', () => mirrorPayment(deps, processor, payment))
  }
}

const mostAtOnce = 100

/**
 * Pays matched invoices one by one if they must be closed at the processor. Refused invoices, and
 * those beyond the first 100, stay unmatched with a suggestion. Returns how many were paid.
 */
export async function closeAtProcessor(
  deps: Deps,
  ctx: Ctx,
  matches: ReadonlyArray<{ id: string; invoiceId: string }>,
): Promise<number> {
  const { orgId } = ctx.principal
  let closed = 0
  for (const { id, invoiceId } of matches.slice(0, mostAtOnce)) {
    await attempt(deps, 'bank transaction', async () => {
      const transfers = await inTransaction(deps.db, undefined, async (tx) => {
        const row = await lockTransaction(tx, orgId, id)
        requireUnmatched(row, deps.now())
        const until = new Date(deps.now().getTime() + matchingMs)
        await updateTransaction(tx, row, { matching_until: until })
        const invoices = await lockInvoices(tx, orgId, [invoiceId])
        // The invoice may have changed since the import was stored.
        if (!invoices.every((invoice) => isPayable(invoice, Number(row.amount_cents))))
          throw invoiceErrors.invoice_not_open()
        return divideMoney(row, invoices)
      })
      await payReserved(deps, ctx, { id, transfers, by: 'platform' })
      closed += 1
    })
  }
  return closed
}
