import {
  applyWaitingNotes,
  recordCreditNote,
  recordNoteVoid,
} from '../credit-notes/record-credit-note.ts'
import { applySubscription } from '../entitlements/apply-subscription.ts'
import { deleteUnpaidCheckout } from '../entitlements/plan-checkout.ts'
import { applyStatement } from '../invoices/processor/apply-statement.ts'
import { orgOfAccount, recordAccount } from '../processor/accounts.ts'
import {
  AccountObject,
  type Effect,
  InvoiceObject,
  readObject,
  SessionObject,
  Stated,
  StatedInvoice,
} from '../processor/event.ts'
import { applyReversals } from '../reversals/apply-reversals.ts'
import { recordDispute, recordRefund } from '../reversals/record-reversal.ts'
import { failTicketPayment } from '../tickets/orders/settle-ticket-payment.ts'
import { recordSession } from './record-session.ts'
import { recordSubscriptionInvoice } from './record-subscription-invoice.ts'

const invoiceStatement =
  (status: 'paid' | 'void' | 'uncollectible'): Effect =>
  async (deps, tx, event) => {
    const { account } = event
    if (account == null) return false
    const invoice = readObject(StatedInvoice, event)
    const at = new Date(event.created * 1000)
    const movedInvoice = await applyStatement(deps, tx, { account, invoice, status, at })
    if (movedInvoice !== undefined) return true
    if (status !== 'paid') return false
    const sold = readObject(InvoiceObject, event)
    const isSale = await recordSubscriptionInvoice(deps, tx, {
      account,
      invoice: sold,
      statedAt: event.created,
    })
    if (isSale) {
      await applyWaitingNotes(deps, tx, account, sold.id)
      await applyReversals(deps, tx, {
        accountId: account,
        processorInvoiceId: sold.id,
        sessionId: null,
      })
    }
    return isSale
  }

const paymentFailed: Effect = async ({ logger }, _tx, event) => {
  const { id: object } = readObject(Stated, event)
  logger.warn({ event: event.id, account: event.account, object }, '[payments] a payment failed')
  return true
}

const accountUpdated: Effect = async (_deps, tx, event) => {
  const account = readObject(AccountObject, event)
  if (event.account != null && event.account !== account.accountId) return false
  return recordAccount(tx, account, event.created)
}

/** Handles an expired session or a failed delayed payment. Nothing was bought. */
const sessionFailed: Effect = async (deps, tx, event) => {
  const session = readObject(SessionObject, event)
  const { account: accountId } = event
  if (accountId == null) return false
  if (await deleteUnpaidCheckout(tx, { accountId, sessionId: session.id })) return true
  const orgId = await orgOfAccount(tx, accountId)
  return orgId !== undefined && failTicketPayment(deps, tx, { orgId, accountId }, session)
}

/** The event types with an effect (docs/reference/invoicing.md, "The processor's events"). */
export const effects: Readonly<Record<string, Effect>> = {
  'invoice.paid': invoiceStatement('paid'),
  'invoice.voided': invoiceStatement('void'),
  'invoice.marked_uncollectible': invoiceStatement('uncollectible'),
  'invoice.payment_failed': paymentFailed,
  'credit_note.created': recordCreditNote,
  'credit_note.voided': recordNoteVoid,
  'checkout.session.completed': recordSession,
  'checkout.session.async_payment_succeeded': recordSession,
  'checkout.session.async_payment_failed': sessionFailed,
  'checkout.session.expired': sessionFailed,
  'customer.subscription.created': applySubscription,
  'customer.subscription.updated': applySubscription,
  'customer.subscription.deleted': applySubscription,
  'customer.subscription.paused': applySubscription,
  'customer.subscription.resumed': applySubscription,
  'customer.subscription.trial_will_end': applySubscription,
  'customer.subscription.pending_update_applied': applySubscription,
  'customer.subscription.pending_update_expired': applySubscription,
  'charge.refunded': recordRefund,
  'charge.dispute.created': recordDispute,
  'charge.dispute.updated': recordDispute,
  'charge.dispute.closed': recordDispute,
  'charge.dispute.funds_withdrawn': recordDispute,
  'charge.dispute.funds_reinstated': recordDispute,
  'account.updated': accountUpdated,
}
