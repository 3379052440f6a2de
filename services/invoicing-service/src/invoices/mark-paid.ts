import { invoiceErrors, type MarkInvoicePaid } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import type { PaidOutside } from '../database.ts'
import type { Ctx, Deps, Settle } from '../deps.ts'
import {
  isRefusal,
  type ProcessorRefusal,
  requireProcessor,
  undefinedIfRefused,
} from '../processor/processor.ts'
import { authorOf } from './history.ts'
import type { InvoiceRow } from './invoice.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { moveInvoice, refetchInvoice } from './move-invoice.ts'

// The tolerance for a caller's clock.
const clockDriftMs = 60_000

/** The payment of a request. Throws `paid_in_future` (422). */
function paymentOf({ paidAt, method, reference }: MarkInvoicePaid, now: Date): PaidOutside {
  if (Date.parse(paidAt) > now.getTime() + clockDriftMs) {
    const errors = [{ path: 'paidAt', message: 'Choose now or an earlier time' }]
    throw invoiceErrors.paid_in_future({ details: { errors } })
  }
  return { paidAt: new Date(paidAt).toISOString(), method, reference }
}

/**
 * Records the payment of an open invoice outside the processor, and closes the invoice there first. The payment is
 * stored before that, so that the processor's event counts as this payment in either order. An invoice that is gone
 * there, or whose account is gone, is paid here alone. Throws `not_found`, `invoice_not_open`, `paid_in_future`,
 * `not_configured`, `unavailable`, `processor_refused`.
 */
export async function markPaid(
  deps: Deps,
  { principal, tx: joined }: Ctx,
  id: string,
  input: MarkInvoicePaid,
  settle: Settle<InvoiceRow>,
): Promise<InvoiceRow> {
  const { orgId } = principal
  const payment = paymentOf(input, deps.now())
  const known = await getInvoiceRow(joined ?? deps.db, orgId, id)
  if (known.status !== 'open') throw invoiceErrors.invoice_not_open()
  // A payment at the processor whose event is under way or lost is found before this one is stored.
  if (known.payments_invoice_id !== null) await refetchInvoice(deps, known).catch(undefinedIfRefused)
  const asked = { paid_outside: json(payment), asked_by: json(authorOf(principal)) }
  const { row, isRetry } = await inTransaction(deps.db, joined, async (tx) => {
    const open = await lockInvoiceRow(tx, orgId, id)
    if (open.status !== 'open') throw invoiceErrors.invoice_not_open()
    const row = await updateInvoiceRow(tx, open, asked)
    const isRetry = open.paid_outside !== null
    if (open.payments_invoice_id !== null) return { row, isRetry }
    const paid = await moveInvoice(tx, row, 'paid', deps.now())
    await settle(tx, paid)
    return { row: paid, isRetry }
  })
  if (row.status === 'paid') return row
  try {
    await requireProcessor(deps).payOutside(row.payments_account_id ?? '', row.payments_invoice_id ?? '')
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (!error.gone) return afterRefusal(deps, row, error, isRetry)
    deps.logger.warn({ err: error, invoice: id }, '[payments] an invoice that is gone there is paid here')
  }
  return inTransaction(deps.db, undefined, async (tx) => {
    const paid = await moveInvoice(tx, await lockInvoiceRow(tx, orgId, id), 'paid', deps.now())
    await settle(tx, paid)
    return paid
  })
}

/**
 * The processor refused to close the invoice: it is closed there already. After an attempt of unknown outcome that was
 * this payment; otherwise the statement of the processor counts.
 */
async function afterRefusal(
  deps: Deps,
  row: InvoiceRow,
  refusal: ProcessorRefusal,
  isRetry: boolean,
): Promise<InvoiceRow> {
  if (!isRetry) {
    await inTransaction(deps.db, undefined, async (tx) => {
      const locked = await lockInvoiceRow(tx, row.org_id, row.id)
      if (locked.status === 'open') await updateInvoiceRow(tx, locked, { paid_outside: null, asked_by: null })
    })
  }
  const current = await refetchInvoice(deps, row)
  if (isRetry && current.status === 'paid') return current
  throw current.status === 'open' ? refusal : invoiceErrors.invoice_not_open({ cause: refusal })
}
