import type { z } from 'zod'
import { chargeRoutes } from './charges.ts'
import { expire, getSession } from './checkout.ts'
import { createSession } from './create-session.ts'
import { creditNoteRoutes } from './credit-note-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { freshId, nowSeconds } from './objects.ts'
import { params } from './params.ts'
import { parseParams } from './provider-error.ts'
import { found, on, page, type Route } from './route.ts'
import { emptyAccount, openAccount } from './state.ts'

/** How a sample data organisation's name ends. Its business needs no onboarding. */
const sampleEnd = '(sample)'

/** Returns a route that responds with an object by its id. */
const reading = (
  map: 'customers' | 'products' | 'prices' | 'sessions' | 'subscriptions',
  what: string,
): Route => on(params.none, (state, _input, { id }) => found<object>(state[map], what, id))

/** The supported calls by method and path. `:id` stands for an object's id. */
export const routes: Readonly<Record<string, Route>> = {
  'POST /v1/accounts': ({ state }, { form }) => {
    const input = parseParams(params.account, form)
    const isSample = input.business_profile?.name?.endsWith(sampleEnd) === true
    const account = {
      id: freshId('acct'),
      object: 'account' as const,
      type: input.type,
      charges_enabled: isSample,
      payouts_enabled: isSample,
      details_submitted: isSample,
      created: nowSeconds(),
      metadata: input.metadata ?? {},
    }
    state.accounts.set(account.id, emptyAccount(account))
    return account
  },
  'GET /v1/accounts/:id': ({ state }, { id }) => openAccount(state, id).account,
  'POST /v1/account_links': ({ state, origin }, { form }) => {
    const input = parseParams(params.accountLink, form)
    openAccount(state, input.account).returnUrl = input.return_url
    return {
      object: 'account_link',
      created: nowSeconds(),
      expires_at: nowSeconds() + 300,
      url: `${origin}/onboarding/${input.account}`,
    }
  },
  'POST /v1/billing_portal/sessions': on(
    params.portal,
    (state, input, { account = '' }, { origin }) => {
      found(state.customers, 'customer', input.customer)
      return {
        id: freshId('bps'),
        object: 'billing_portal.session',
        created: nowSeconds(),
        customer: input.customer,
        return_url: input.return_url,
        url: `${origin}/portal/${account}/${input.customer}?return=${encodeURIComponent(input.return_url)}`,
      }
    },
  ),
  'POST /v1/customers': on(params.customer, (state, input) => {
    const customer = {
      id: freshId('cus'),
      object: 'customer' as const,
      name: input.name ?? null,
      email: input.email ?? null,
      address: readAddress(input.address),
      created: nowSeconds(),
      livemode: false,
      metadata: input.metadata ?? {},
    }
    state.customers.set(customer.id, customer)
    return customer
  }),
  'GET /v1/customers/:id': reading('customers', 'customer'),
  'POST /v1/customers/:id': on(params.customer, (state, input, { id }) =>
    Object.assign(found(state.customers, 'customer', id), {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.email === undefined ? {} : { email: input.email }),
      ...(input.address === undefined ? {} : { address: readAddress(input.address) }),
    }),
  ),
  'POST /v1/products': on(params.product, (state, input) => {
    const product = {
      id: freshId('prod'),
      object: 'product' as const,
      name: input.name,
      description: input.description ?? null,
      active: input.active ?? true,
      created: nowSeconds(),
      livemode: false,
      metadata: input.metadata ?? {},
    }
    state.products.set(product.id, product)
    return product
  }),
  'GET /v1/products/:id': reading('products', 'product'),
  'POST /v1/products/:id': on(params.productChange, (state, input, { id }) =>
    Object.assign(found(state.products, 'product', id), input),
  ),
  'POST /v1/prices': on(params.price, (state, input) => {
    found(state.products, 'product', input.product)
    const price = {
      id: freshId('price'),
      object: 'price' as const,
      product: input.product,
      active: true,
      currency: input.currency,
      unit_amount: input.unit_amount,
      type: input.recurring === undefined ? ('one_time' as const) : ('recurring' as const),
      recurring:
        input.recurring === undefined
          ? null
          : { interval: input.recurring.interval, interval_count: 1 as const },
      created: nowSeconds(),
      livemode: false,
      metadata: input.metadata ?? {},
    }
    state.prices.set(price.id, price)
    return price
  }),
  'GET /v1/prices/:id': reading('prices', 'price'),
  'POST /v1/prices/:id': on(params.priceChange, (state, input, { id }) =>
    Object.assign(found(state.prices, 'price', id), input),
  ),
  'POST /v1/tax_rates': on(params.taxRate, (state, input) => {
    const rate = {
      id: freshId('txr'),
      object: 'tax_rate' as const,
      display_name: input.display_name,
      percentage: input.percentage,
      inclusive: input.inclusive,
      active: true,
      created: nowSeconds(),
      livemode: false,
    }
    state.taxRates.set(rate.id, rate)
    return rate
  }),
  ...invoiceRoutes,
  ...creditNoteRoutes,
  ...chargeRoutes,
  'POST /v1/checkout/sessions': on(params.session, (state, input, _call, { origin }) =>
    createSession(state, input, origin),
  ),
  'POST /v1/checkout/sessions/:id/expire': on(params.none, (state, _input, { id }, context) => {
    const session = getSession(state, id)
    expire(state, session, context)
    return session
  }),
  'GET /v1/checkout/sessions/:id': reading('sessions', 'checkout.session'),
  'GET /v1/subscriptions/:id': reading('subscriptions', 'subscription'),
  'GET /v1/events': on(params.list, (state, input) => {
    const types = input.types ?? (input.type === undefined ? undefined : [input.type])
    const rows = [...state.events.values()].filter(
      (event) =>
        event.created >= (input.created?.gte ?? 0) &&
        event.created < (input.created?.lt ?? Number.POSITIVE_INFINITY) &&
        (types === undefined || types.includes(event.type)),
    )
    return page(rows.reverse(), input, '/v1/events')
  }),
}

function readAddress(input: z.output<typeof params.customer>['address']) {
  if (input === undefined) return null
  const { line1, line2, city, postal_code, state, country } = input
  return {
    line1: line1 || null,
    line2: line2 || null,
    city: city || null,
    postal_code: postal_code || null,
    state: state || null,
    country: country || null,
  }
}
