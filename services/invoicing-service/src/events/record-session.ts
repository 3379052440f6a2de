import { applyWaitingNotes } from '../credit-notes/record-credit-note.ts'
import { recordTopup } from '../credits/top-ups.ts'
import { completePlanCheckout } from '../entitlements/plan-checkout.ts'
import { recordSale } from '../invoices/processor/record-sale.ts'
import { findOfferOfSale } from '../offers/get-offer.ts'
import { orgOfAccount } from '../processor/accounts.ts'
import { type Effect, readObject, SessionObject } from '../processor/event.ts'
import { applyReversals } from '../reversals/apply-reversals.ts'
import {
  awaitTicketPayment,
  completeTicketPayment,
} from '../tickets/orders/settle-ticket-payment.ts'

/**
 * Records a paid one-off checkout, a top-up or a ticket order. A subscription's session is recorded
 * by its `invoice.paid` event instead.
 */
export const recordSession: Effect = async (deps, tx, event) => {
  const session = readObject(SessionObject, event)
  const accountId = event.account
  if (accountId == null) return false
  // A trial or a full discount requires no payment.
  const isPaid = session.payment_status !== 'unpaid'
  if (session.mode === 'subscription') {
    const completed = { isPaid, subscriptionId: session.subscription, now: deps.now() }
    return completePlanCheckout(tx, { accountId, sessionId: session.id }, completed)
  }
  const orgId = await orgOfAccount(tx, accountId)
  if (orgId === undefined) return false
  const paying = { orgId, accountId }
  if (session.payment_status === 'unpaid') return awaitTicketPayment(deps, tx, paying, session)
  if (session.payment_status !== 'paid') return false
  const payment = { accountId, processorInvoiceId: session.invoice, sessionId: session.id }
  if (await recordTopup(deps, tx, accountId, session)) {
    await applyReversals(deps, tx, payment)
    return true
  }
  const offer = await findOfferOfSale(tx, orgId, session.metadata)
  const total = session.amount_total ?? session.amount_subtotal ?? Number(offer?.price_cents ?? 0)
  const net = total - session.taxCents
  await recordSale(deps, tx, {
    orgId,
    accountId,
    sale: {
      buyer: {
        processorCustomerId: session.customer,
        email: session.customer_details?.email ?? session.customer_email ?? null,
        name: session.customer_details?.name ?? null,
        address: session.customer_details?.address,
      },
      lineItems: [{ description: offer?.name ?? 'Online sale', quantity: 1, unitAmountCents: net }],
      netCents: net,
      totalCents: total,
      columns: {
        source: 'one_off',
        currency: session.currency ?? 'eur',
        issue_date: new Date((session.created ?? event.created) * 1000),
        offer_id: offer?.id ?? null,
        payments_invoice_id: session.invoice,
        payments_session_id: session.id,
      },
    },
  })
  const isForTickets = await completeTicketPayment(deps, tx, paying, session)
  const order = session.metadata?.['ticket_order']
  if (!isForTickets && order !== undefined) {
    deps.logger.error(
      { org: orgId, order, session: session.id },
      '[tickets] a paid session has no ticket order that waits for a payment',
    )
  }
  await applyWaitingNotes(deps, tx, accountId, session.invoice)
  await applyReversals(deps, tx, payment)
  return true
}
