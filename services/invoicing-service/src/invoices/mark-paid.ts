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

/** Returns a request's payment as a separate attempt. Throws `paid_in_future`. */
export function toPaidOutside(
  { paidAt, method, reference }: MarkInvoicePaid,
  zone: string,
  now: Date,
): PaidOutside {
  const isDay = paidAt.length === 'YYYY-MM-DD'.length
  const at = isDay ? startOfDay(paidAt, zone) : new Date(paidAt)
  if (isDay ? paidAt > dayIn(now, zone) : at.getTime() > now.getTime() + clockDriftMs) {
    const errors = [{ path: 'paidAt', message: 'Choose now or an earlier time' }]
    throw invoiceErrors.paid_in_future({ details: { errors } })
  }
  const paidOn = readDay(paidAt, zone)
  return { paidAt: at.toISOString(), paidOn, method, reference, attempt: randomUUID() }
}

const isSame = (a: PaidOutside | null, b: PaidOutside): boolean =>
  a !== null && a.paidAt === b.paidAt && a.method === b.method && a.reference === b.reference

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
    amountCents,
    settle,
  }: {
    id: string
    input: MarkInvoicePaid
    /** What has to be due. By default, whatever is due. */
    amountCents?: number | undefined
    settle: Settle<InvoiceRow>
  },
): Promise<InvoiceRow> {
  const { orgId } = principal
  const payment = toPaidOutside(input, await refreshTimeZone(deps, orgId, joined), deps.now())
  const known = await getInvoiceRow(joined ?? deps.db, orgId, id)
  requireMove('pay', known)
  requireDue(known)
  if (known.payments_invoice_id !== null) {
    // Before storing this payment, look for one at the processor, because its event may be late or
    // lost. It may belong to an earlier attempt.
    const stated = await refetchInvoice(deps, known).catch(undefinedIfRefused)
    if (stated !== undefined && isPaidBy(stated, payment)) return stated
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
    if (!error.gone) return afterRefusal(deps, { row, payment, refusal: error, isRetry })
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
 * Handles an invoice that is already closed at the processor: paid by this payment if the earlier
 * outcome was unknown, else as the processor reports.
 */
async function afterRefusal(
  deps: Deps,
  {
    row,
    payment,
    refusal,
    isRetry,
  }: { row: InvoiceRow; payment: PaidOutside; refusal: ProcessorRefusal; isRetry: boolean },
): Promise<InvoiceRow> {
  if (!isRetry) {
    await inTransaction(deps.db, undefined, async (tx) => {
      const locked = await lockInvoiceRow(tx, row.org_id, row.id)
      const isOwn = locked.status === 'open' && locked.paid_outside?.attempt === payment.attempt
      if (isOwn) await updateInvoiceRow(tx, locked, { paid_outside: null, asked_by: null })
    })
  }
  const current = await refetchInvoice(deps, row)
  if (isPaidBy(current, payment)) return current
  throw current.status === 'open' ? refusal : invoiceErrors.invoice_not_open({ cause: refusal })
}
