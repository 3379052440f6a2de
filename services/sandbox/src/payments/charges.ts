import type { Emitting } from './invoices.ts'
import { type Invoice, nowSeconds, type Session } from './objects.ts'
import { params } from './params.ts'
import { ProviderError } from './provider-error.ts'
import { on, page, type Route } from './route.ts'
import type { AccountState } from './state.ts'

/** Returns the payment id of an invoice, or of a session without one. */
const paymentIntentId = (paid: string): string => `pi_${paid}`

interface Payment {
  /** The id of the invoice, or of a session without one. */
  paid: string
  amount: number
  currency: string
}

/** Returns a paid invoice's payment. Throws if the invoice was not paid. */
function paymentOfInvoice(invoice: Invoice): Payment {
  if (invoice.status !== 'paid' || invoice.amount_paid <= 0) {
    throw new ProviderError({ message: 'Only a paid invoice can be refunded or disputed' })
  }
  return { paid: invoice.id, amount: invoice.amount_paid, currency: invoice.currency }
}

/**
 * Refunds an invoice's whole payment. The charge has no invoice field, as in the current API
 * versions.
 */
export function refundInvoice(state: AccountState, invoice: Invoice, { emit }: Emitting): void {
  const { paid, amount, currency } = paymentOfInvoice(invoice)
  emit(state, 'charge.refunded', {
    id: `ch_${paid}`,
    object: 'charge',
    amount,
    amount_refunded: amount,
    currency,
    payment_intent: paymentIntentId(paid),
    refunded: true,
    created: nowSeconds(),
    livemode: false,
  })
}

/** Opens or decides a dispute, in which the customer's bank reclaims an invoice's payment. */
const stateDispute =
  (type: string, status: string) =>
  (state: AccountState, invoice: Invoice, { emit }: Emitting): void => {
    const { paid, amount, currency } = paymentOfInvoice(invoice)
    emit(state, type, {
      id: `du_${paid}`,
      object: 'dispute',
      amount,
      currency,
      charge: `ch_${paid}`,
      payment_intent: paymentIntentId(paid),
      reason: 'product_not_received',
      status,
      created: nowSeconds(),
      livemode: false,
    })
  }

export const disputeInvoice = stateDispute('charge.dispute.created', 'needs_response')
export const winDispute = stateDispute('charge.dispute.closed', 'won')
export const loseDispute = stateDispute('charge.dispute.closed', 'lost')

const paidBy = (state: AccountState, intent: string): string | undefined =>
  [...state.invoices.keys(), ...state.sessions.keys()].find((id) => paymentIntentId(id) === intent)

export const chargeRoutes: Readonly<Record<string, Route>> = {
  'GET /v1/invoice_payments': on(params.invoicePayments, (state, input) => {
    const paid = paidBy(state, input.payment.payment_intent)
    const isInvoice = paid !== undefined && state.invoices.has(paid)
    const payments = isInvoice
      ? [{ id: `inpay_${paid}`, object: 'invoice_payment', invoice: paid }]
      : []
    return page(payments, input, '/v1/invoice_payments')
  }),
  'GET /v1/checkout/sessions': on(params.sessions, (state, input) => {
    const paid = paidBy(state, input.payment_intent)
    const isPaidBy = (session: Session): boolean =>
      paid !== undefined && (session.invoice === paid || session.id === paid)
    const rows = [...state.sessions.values()].filter(isPaidBy)
    return page(rows.reverse(), input, '/v1/checkout/sessions')
  }),
}
