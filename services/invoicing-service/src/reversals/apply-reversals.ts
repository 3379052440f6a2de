import { PaymentReversed } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { takeBackCredits } from '../credits/take-back-credits.ts'
import type { Transaction } from '../database.ts'
import type { Deps, IdSource } from '../deps.ts'
import { changeInvoice } from '../invoices/get-invoice.ts'
import { processorAuthor, recordHistory } from '../invoices/history/history.ts'
import type { InvoiceRow } from '../invoices/invoice.ts'
import { formatAmount } from '../pdf/format.ts'
import { attempt } from '../sweep.ts'
import { voidReturnedTickets } from '../tickets/orders/settle-ticket-payment.ts'
import {
  addTakenCredits,
  findOrgOfReversals,
  listLeftPayments,
  lockInvoiceOfPayment,
  lockReversals,
  noteReversal,
  type PaymentKey,
  type ReversalRow,
} from './reversals.db.ts'

/** True if the money has left the organisation for good. */
const isReturned = ({ state }: ReversalRow): boolean =>
  state === 'refunded' || state === 'dispute_lost'

/**
 * Applies the refunds and disputes of a payment to its invoice or top-up, once per change
 * (docs/reference/invoicing.md, "Refunds and disputes"). Returns false if neither is recorded yet.
 */
export async function applyReversals(
  deps: Pick<Deps, 'config' | 'now' | 'newId'>,
  tx: Transaction,
  payment: PaymentKey,
): Promise<boolean> {
  if (payment.processorInvoiceId === null && payment.sessionId === null) return false
  const orgId = await findOrgOfReversals(tx, payment)
  if (orgId === undefined) return false
  // The invoice is locked first, as in every other change of an invoice.
  const invoice = await lockInvoiceOfPayment(tx, orgId, payment)
  const reversals = await lockReversals(tx, payment)
  const returned = reversals.filter(isReturned)
  const topup =
    invoice === undefined ? await takeBackCredits(deps, tx, payment.sessionId, returned) : undefined
  if (invoice === undefined && topup === undefined) return false
  const last = returned.at(-1)
  if (topup !== undefined && last !== undefined && topup.credits > 0) {
    await addTakenCredits(tx, last, topup.credits)
  }
  let returnedCents = 0
  if (invoice !== undefined) {
    const { isWhole, changeCents } = await storeRefunded(tx, invoice, returned)
    returnedCents = changeCents
    const { payments_session_id: sessionId } = invoice
    if (isWhole && sessionId !== null) {
      await voidReturnedTickets(deps, tx, { orgId, accountId: payment.accountId }, sessionId)
    }
  }
  for (const reversal of reversals) {
    const name = invoice?.number ?? topup?.name ?? 'a payment'
    // The first entry gets the whole change, so that the journal books it once.
    if (await announce(deps, tx, reversal, { invoice, name, returnedCents })) returnedCents = 0
  }
  return true
}

/** Applies reversals that arrived while their sale was being recorded. */
export async function applyLeftReversals(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (const payment of await listLeftPayments(deps.db)) {
    if (signal?.aborted) return
    await attempt(deps, payment.accountId, () =>
      inTransaction(deps.db, undefined, (tx) => applyReversals(deps, tx, payment)),
    )
  }
}

/** Stores the returned sum. Returns its change and whether the whole payment was returned. */
async function storeRefunded(
  tx: Transaction,
  invoice: InvoiceRow,
  returned: readonly ReversalRow[],
): Promise<{ isWhole: boolean; changeCents: number }> {
  const sum = returned.reduce((total, { amount_cents: cents }) => total + Number(cents), 0)
  const total = Math.max(0, Number(invoice.total_amount_cents))
  const refunded = Math.min(sum, total)
  if (refunded !== Number(invoice.refunded_cents)) {
    await changeInvoice(tx, invoice, { refunded_cents: refunded })
  }
  return {
    isWhole: total > 0 && refunded === total,
    changeCents: refunded - Number(invoice.refunded_cents),
  }
}

interface Announced {
  invoice: InvoiceRow | undefined
  name: string
  returnedCents: number
}

/**
 * Writes changes to the timeline and notifies the owners. Returns true if anything has changed
 * since the last time.
 */
async function announce(
  deps: IdSource,
  tx: Transaction,
  row: ReversalRow,
  { invoice, name, returnedCents }: Announced,
): Promise<boolean> {
  const { state: change, currency, reason } = row
  const isKnown =
    change === row.noted_state && (!isReturned(row) || row.amount_cents === row.noted_cents)
  if (isKnown) return false
  const total = Number(row.amount_cents)
  const amountCents = change === 'refunded' ? total - Number(row.noted_cents) : total
  await noteReversal(tx, row, { noted_state: change, noted_cents: total })
  if (invoice !== undefined) {
    const returned = returnedCents === 0 ? {} : { returnedCents }
    const detail = { amountCents, currency, ...returned, ...(reason === null ? {} : { reason }) }
    await recordHistory(deps, tx, invoice, { kind: change, author: processorAuthor, detail })
  }
  await emit(tx, PaymentReversed, row.org_id, {
    change,
    name,
    invoiceId: invoice?.id ?? null,
    amount: formatAmount(amountCents, currency),
    reason,
  })
  return true
}
