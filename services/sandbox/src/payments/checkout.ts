import { addLine, type Emitting, finalize, newInvoice, type Paying, pay } from './invoices.ts'
import {
  freshId,
  type Invoice,
  nowSeconds,
  type Price,
  type Session,
  type Subscription,
} from './objects.ts'
import { ProviderError } from './provider-error.ts'
import { found } from './route.ts'
import type { AccountState } from './state.ts'

export const getSession = (state: AccountState, id: string): Session =>
  found(state.sessions, 'checkout.session', id)

export interface Buyer {
  email: string
  name: string
}

const monthSeconds = 30 * 86_400

/**
 * Completes a session when the buyer pays. Creates the customer, and the subscription or sale with
 * its paid invoice.
 */
export function complete(
  state: AccountState,
  session: Session,
  buyer: Buyer,
  context: Paying,
): void {
  const { emit } = context
  if (session.status === 'open' && session.expires_at <= nowSeconds())
    expire(state, session, context)
  if (session.status !== 'open') throw new ProviderError({ message: 'This session is not open' })
  const customer = {
    id: freshId('cus'),
    object: 'customer' as const,
    name: buyer.name,
    email: buyer.email,
    address: null,
    created: nowSeconds(),
    livemode: false,
    metadata: {},
  }
  state.customers.set(customer.id, customer)
  session.customer = customer.id
  session.customer_details = { email: buyer.email, name: buyer.name, address: null }
  session.status = 'complete'
  session.payment_status = 'paid'
  const price = found(state.prices, 'price', session.line_price)
  if (session.mode === 'subscription') {
    const subscription = newSubscription(state, customer.id, price, session.metadata ?? {})
    session.subscription = subscription.id
    session.invoice = bill(state, subscription, 'subscription_create', context)
    emit(state, 'customer.subscription.created', subscription)
  } else if (session.with_invoice) {
    const invoice = newInvoice(state, {
      customer: customer.id,
      currency: price.currency,
      dueDate: null,
      collectionMethod: 'charge_automatically',
      metadata: session.metadata ?? {},
      billingReason: 'manual',
    })
    const quantity = session.line_quantity ?? 1
    addLine(state, invoice, {
      amount: (price.unit_amount ?? 0) * quantity,
      description:
        quantity === 1 ? findName(state, price) : `${quantity} × ${findName(state, price)}`,
      taxRates: [],
    })
    settle(state, invoice, context)
    session.invoice = invoice.id
  }
  emit(state, 'checkout.session.completed', session)
}

export function expire(state: AccountState, session: Session, { emit }: Emitting): void {
  if (session.status !== 'open') {
    throw new ProviderError({
      message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
    })
  }
  session.status = 'expired'
  emit(state, 'checkout.session.expired', session)
}

const findName = (state: AccountState, price: Price): string =>
  state.products.get(price.product)?.name ?? 'Sale'

function settle(state: AccountState, invoice: Invoice, context: Paying): void {
  finalize(state, invoice, context)
  if (invoice.status === 'open') pay(state, invoice, context)
}

function newSubscription(
  state: AccountState,
  customer: string,
  price: Price,
  metadata: Record<string, string>,
): Subscription {
  const start = nowSeconds()
  const subscription: Subscription = {
    id: freshId('sub'),
    object: 'subscription',
    status: 'active',
    customer,
    cancel_at_period_end: false,
    created: start,
    livemode: false,
    metadata,
    items: {
      object: 'list',
      data: [
        {
          id: freshId('si'),
          current_period_start: start,
          current_period_end:
            start + (price.recurring?.interval === 'year' ? 365 * 86_400 : monthSeconds),
          price,
        },
      ],
    },
  }
  state.subscriptions.set(subscription.id, subscription)
  return subscription
}

function bill(
  state: AccountState,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
  context: Paying,
): string {
  const [item] = subscription.items.data
  const invoice = newInvoice(state, {
    customer: subscription.customer,
    currency: item?.price.currency ?? 'eur',
    dueDate: null,
    collectionMethod: 'charge_automatically',
    metadata: {},
    billingReason: reason,
    subscription,
  })
  const description = item === undefined ? 'Subscription' : `1 × ${findName(state, item.price)}`
  addLine(state, invoice, { amount: item?.price.unit_amount ?? 0, description, taxRates: [] })
  settle(state, invoice, context)
  return invoice.id
}

/** Renews a subscription after a period and bills it. */
export function renew(state: AccountState, subscription: Subscription, context: Paying): void {
  for (const item of subscription.items.data) {
    const length = item.current_period_end - item.current_period_start
    item.current_period_start = item.current_period_end
    item.current_period_end += length
  }
  bill(state, subscription, 'subscription_cycle', context)
  context.emit(state, 'customer.subscription.updated', subscription)
}

export function cancel(state: AccountState, subscription: Subscription, { emit }: Emitting): void {
  subscription.status = 'canceled'
  emit(state, 'customer.subscription.deleted', subscription)
}
