import { randomUUID } from 'node:crypto'
import { invoiceErrors, type MarkInvoicePaid } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import { dayIn, readDay, startOfDay } from '../calendar/calendar-days.ts'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import type { PaidOutside, Transaction } from '../database.ts'
import type { Ctx, Deps, Settle } from '../deps.ts'
import {
  isRefusal,
  type ProcessorRefusal,
  requireProcessor,
  undefinedIfRefused,
} from '../processor/processor.ts'
import { toAuthor } from './history/history.ts'
import { amountDue, type InvoiceRow, requireDue } from './invoice.ts'
import { requireMove } from './invoice-moves.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { moveInvoice, refetchInvoice } from './move-invoice.ts'

// Tolerance for the caller's clock.
const clockDriftMs = 60_000

/** Returns the stored key for a request with an `Idempotency-Key`. */
export const toPaymentKey = (operationId: string, userId: string, key: string | undefined) =>
  key === undefined ? undefined : `${operationId}:${userId}:${key}`

/** Returns a request's payment as a separate attempt. Throws `paid_in_future`. */
export function toPaidOutside(
  { paidAt, method, reference }: MarkInvoicePaid,
  { zone, now, key }: { zone: string; now: Date; key?: string | undefined },
): PaidOutside {
  const paidOn = readDay(paidAt, zone)
  const at = paidAt === paidOn ? startOfDay(paidOn, zone) : new Date(paidAt)
  if (paidOn > dayIn(new Date(now.getTime() + clockDriftMs), zone)) {
    const errors = [{ path: 'paidAt', message: 'Choose today or an earlier day' }]
    throw invoiceErrors.paid_in_future({ details: { errors } })
  }
  const paid = { paidAt: at.toISOString(), paidOn, method, reference, attempt: randomUUID() }
  return key === undefined ? paid : { ...paid, key }
}

const isSame = (a: PaidOutside | null, b: PaidOutside): boolean =>
  a !== null &&
  a.bankTransactionId === b.bankTransactionId &&
  ((a.key !== undefined && a.key === b.key) ||
    (a.paidAt === b.paidAt && a.method === b.method && a.reference === b.reference))

/**
 * True if an earlier attempt at the same request paid the invoice. The process may have ended after
 * the processor had closed the invoice and before the response was stored.
 */
export const isPaidWithKey = ({ status, paid_outside }: InvoiceRow, key: string | undefined) =>
  status === 'paid' && key !== undefined && paid_outside?.key === key

/** True if this payment paid the invoice. */
const isPaidBy = ({ status, paid_outside }: InvoiceRow, payment: PaidOutside): boolean =>
  status === 'paid' && isSame(paid_outside, payment)

/**
 * Records a payment outside the processor. It is stored before the processor closes the invoice, so
 * the processor's event counts as this payment in either order. If the processor no longer has the
 * invoice, it is paid here only. Of several concurrent payments one is recorded. Throws
 * `not_found`, `invoice_not_open`, `nothing_due`, `paid_in_future`, `not_configured`,
 * `unavailable`, `processor_refused`.
 */
export async function markPaid(
  deps: Deps,
  { principal, tx: joined }: Ctx,
  {
    id,
    input,
    key,
    amountCents,
    bankTransactionId,
    settle,
  }: {
    id: string
    input: MarkInvoicePaid
    /** The request's key. A retry with the payment's key returns the invoice again. */
    key?: string | undefined
    /** What has to be due. By default, whatever is due. */
    amountCents?: number | undefined
    /** Set if the payment comes from a bank transaction. */
    bankTransactionId?: string | undefined
    settle: Settle<InvoiceRow>
  },
): Promise<InvoiceRow> {
  const { orgId } = principal
  const zone = await refreshTimeZone(deps, orgId, joined)
  const payment: PaidOutside = {
    ...toPaidOutside(input, { zone, now: deps.now(), key }),
    ...(bankTransactionId === undefined ? {} : { bankTransactionId }),
  }
  const known = await getInvoiceRow(joined ?? deps.db, orgId, id)
  const settlePaid = () =>
    inTransaction(deps.db, joined, async (tx) => {
      const paid = await lockInvoiceRow(tx, orgId, id)
      await settle(tx, paid)
      return paid
    })
  if (isPaidWithKey(known, key)) return settlePaid()
  requireMove('pay', known)
  requireDue(known)
  if (known.payments_invoice_id !== null) {
    // Before storing this payment, look for one at the processor, because its event may be late or
    // lost. It may belong to an earlier attempt.
    const stated = await refetchInvoice(deps, known).catch(undefinedIfRefused)
    if (stated !== undefined && isPaidBy(stated, payment)) return settlePaid()
  }
  const requireRest = (row: InvoiceRow): void => {
    if (amountCents !== undefined && amountCents !== amountDue(row))
      throw invoiceErrors.exceeds_amount_due({ message: 'The amount due has changed. Try again.' })
  }
  const asked = { paid_outside: json(payment), asked_by: json(toAuthor(principal)) }
  const pay = async (tx: Transaction, row: InvoiceRow): Promise<InvoiceRow> => {
    const paid = await moveInvoice(deps, tx, { row, stated: 'paid', at: deps.now() })
    if (!isPaidBy(paid, payment)) throw invoiceErrors.invoice_not_open()
    await settle(tx, paid)
    return paid
  }
  const { row, isRetry } = await inTransaction(deps.db, joined, async (tx) => {
    const open = await lockInvoiceRow(tx, orgId, id)
    requireMove('pay', open)
    requireDue(open)
    requireRest(open)
    const stored = await updateInvoiceRow(tx, open, asked)
    const row = open.payments_invoice_id === null ? await pay(tx, stored) : stored
    return { row, isRetry: open.paid_outside !== null }
  })
  if (row.status === 'paid') return row
  try {
    await requireProcessor(deps).payOutside(
      row.payments_account_id ?? '',
      row.payments_invoice_id ?? '',
    )
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (!error.gone) {
      await requirePaidBy(deps, { row, payment, refusal: error, isRetry })
      return settlePaid()
    }
    deps.logger.warn(
      { err: error, invoice: id },
      '[payments] an invoice that is gone there is paid here',
    )
  }
  return inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockInvoiceRow(tx, orgId, id)
    // A concurrent attempt may have stored its payment meanwhile, but this one closed the invoice.
    return pay(tx, locked.status === 'paid' ? locked : await updateInvoiceRow(tx, locked, asked))
  })
}

/**
 * Fetches an invoice that is already closed at the processor. Throws `invoice_not_open` or the
 * refusal, unless an earlier attempt of this payment closed it.
 */
async function requirePaidBy(
  deps: Deps,
  {
    row,
    payment,
    refusal,
    isRetry,
  }: { row: InvoiceRow; payment: PaidOutside; refusal: ProcessorRefusal; isRetry: boolean },
): Promise<void> {
  if (!isRetry) {
    await inTransaction(deps.db, undefined, async (tx) => {
      const locked = await lockInvoiceRow(tx, row.org_id, row.id)
      const isOwn = locked.status === 'open' && locked.paid_outside?.attempt === payment.attempt
      if (isOwn) await updateInvoiceRow(tx, locked, { paid_outside: null, asked_by: null })
    })
  }
  const current = await refetchInvoice(deps, row)
  if (isPaidBy(current, payment)) return
  throw current.status === 'open' ? refusal : invoiceErrors.invoice_not_open({ cause: refusal })
}
