import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  ChargeObject,
  DisputeObject,
  type Effect,
  type ProcessorEvent,
  readObject,
} from '../processor/event.ts'
import type { ReversalState } from '../tables/reversals.ts'
import { applyReversals } from './apply-reversals.ts'
import {
  findOrgOfAccount,
  lockInvoiceOfPayment,
  type PaymentKey,
  putReversal,
} from './reversals.db.ts'

interface Statement {
  id: string
  currency: string
  amountCents: number
  paidCents: number | null
  reason: string | null
  state: ReversalState
}

/**
 * Stores a refund or dispute, even if its invoice is recorded later. Returns false if the platform
 * did not sell the payment.
 */
async function recordReversal(
  deps: Deps,
  tx: Transaction,
  {
    event,
    payment: { processorInvoiceId, sessionId },
    statement: { id, amountCents, paidCents, ...statement },
  }: { event: ProcessorEvent; payment: Omit<PaymentKey, 'accountId'>; statement: Statement },
): Promise<boolean> {
  const { account, created } = event
  if (account == null) return false
  if (processorInvoiceId === null && sessionId === null) return false
  const orgId = await findOrgOfAccount(tx, account)
  if (orgId === undefined) return false
  const payment = { accountId: account, processorInvoiceId, sessionId }
  // The invoice is locked before its reversals, in the same order as when a sale is recorded.
  await lockInvoiceOfPayment(tx, orgId, payment)
  await putReversal(tx, {
    id,
    account_id: account,
    org_id: orgId,
    processor_invoice_id: processorInvoiceId,
    session_id: sessionId,
    amount_cents: amountCents,
    paid_cents: paidCents,
    stated_at: created,
    ...statement,
  })
  await applyReversals(deps, tx, payment)
  return true
}

export const recordRefund: Effect = async (deps, tx, event) => {
  const charge = readObject(ChargeObject, event)
  return recordReversal(deps, tx, {
    event,
    payment: charge,
    statement: {
      id: charge.id,
      currency: charge.currency,
      amountCents: charge.refundedCents,
      paidCents: charge.paidCents,
      reason: null,
      state: 'refunded',
    },
  })
}

/** A warning that ends without a dispute returns no money. */
const wonStates = new Set(['won', 'warning_closed', 'prevented'])

export const recordDispute: Effect = async (deps, tx, event) => {
  const dispute = readObject(DisputeObject, event)
  const { status } = dispute
  const state = wonStates.has(status)
    ? 'dispute_won'
    : status === 'lost'
      ? 'dispute_lost'
      : 'disputed'
  return recordReversal(deps, tx, {
    event,
    payment: dispute,
    statement: {
      id: dispute.id,
      currency: dispute.currency,
      amountCents: dispute.amountCents,
      paidCents: dispute.paidCents,
      reason: dispute.reason,
      state,
    },
  })
}
