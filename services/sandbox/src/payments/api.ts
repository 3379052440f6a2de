import type { z } from 'zod'
import { sessionOf } from './checkout.ts'
import type { Emit } from './emit.ts'
import { addLine, finalize, invoiceOf, markUncollectible, newInvoice, pay, voidInvoice } from './invoices.ts'
import { freshId, nowSeconds, type Session } from './objects.ts'
import { params } from './params.ts'
import { missing, ProviderError, parseParams } from './provider-error.ts'
import { type AccountState, accountOf, emptyAccount, type PaymentsState } from './state.ts'

/** One call: its parsed form or query, and the account that it is for. */
export interface ApiCall {
  id: string
  form: unknown
  account: string | undefined
}

export interface ApiContext {
  state: PaymentsState
  /** Origin of the pages. */
  origin: string
  emit: Emit
}

type Route = (context: ApiContext, call: ApiCall) => object
const on = <S extends z.ZodType>(
  schema: S,
  handle: (state: AccountState, input: z.output<S>, call: ApiCall, context: ApiContext) => object,
): Route => {
  return (context, call) => {
    const state = accountOf(context.state, call.account)
    return handle(state, parseParams(schema, call.form), call, context)
  }
}

const found = <T>(map: Map<string, T>, what: string, id: string): T => {
  const object = map.get(id)
  if (object === undefined) throw missing(what, id)
  return object
}

const listOf = (items: object[], hasMore: boolean, url: string): object => ({
  object: 'list',
  url,
  has_more: hasMore,
  data: items,
})

function page<T extends { id: string }>(
  newestFirst: T[],
  input: { limit?: number | undefined; starting_after?: string | undefined },
  url: string,
): object {
  const start =
    input.starting_after === undefined
      ? 0
      : newestFirst.findIndex(({ id }) => id === input.starting_after) + 1
  const limit = input.limit ?? 10
  return listOf(newestFirst.slice(start, start + limit), newestFirst.length > start + limit, url)
}

function createSession(state: AccountState, input: z.output<typeof params.session>, origin: string): Session {
  const priceId = input.line_items[0]?.price ?? ''
  const price = found(state.prices, 'price', priceId)
  if (!price.active) throw new ProviderError({ message: 'The price specified is inactive.' })
  if ((price.recurring !== null) !== (input.mode === 'subscription')) {
    throw new ProviderError({
      message: `You specified \`${input.mode}\` mode but passed a price of the other kind.`,
      param: 'line_items[0][price]',
    })
  }
  const id = freshId('cs_test')
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: input.mode,
    status: 'open',
    payment_status: 'unpaid',
    url: `${origin}/pay/checkout/${state.account.id}/${id}`,
    amount_subtotal: price.unit_amount,
    amount_total: price.unit_amount,
    currency: price.currency,
    customer: null,
    customer_email: input.customer_email ?? null,
    customer_details: null,
    invoice: null,
    subscription: null,
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    created: nowSeconds(),
    livemode: false,
    metadata: { ...input.metadata, ...input.subscription_data?.metadata },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    line_price: price.id,
    with_invoice: input.invoice_creation?.enabled ?? false,
  }
  state.sessions.set(id, session)
  return session
}

/** The calls that the stand-in answers, by method and path; `:id` stands for an object's id. */
export const routes: Readonly<Record<string, Route>> = {
  'POST /v1/accounts': ({ state }, { form }) => {
    const input = parseParams(params.account, form)
    const account = {
      id: freshId('acct'),
      object: 'account' as const,
      type: input.type,
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      created: nowSeconds(),
      metadata: input.metadata ?? {},
    }
    state.accounts.set(account.id, emptyAccount(account))
    return account
  },
  'GET /v1/accounts/:id': ({ state }, { id }) => accountOf(state, id).account,
  'POST /v1/account_links': ({ state, origin }, { form }) => {
    const input = parseParams(params.accountLink, form)
    accountOf(state, input.account).returnUrl = input.return_url
    return {
      object: 'account_link',
      created: nowSeconds(),
      expires_at: nowSeconds() + 300,
      url: `${origin}/onboarding/${input.account}`,
    }
  },
  'POST /v1/customers': on(params.customer, (state, input) => {
    const customer = {
      id: freshId('cus'),
      object: 'customer' as const,
      name: input.name ?? null,
      email: input.email ?? null,
      address: addressOf(input.address),
      created: nowSeconds(),
      livemode: false,
      metadata: input.metadata ?? {},
    }
    state.customers.set(customer.id, customer)
    return customer
  }),
  'GET /v1/customers/:id': on(params.none, (state, _input, { id }) => found(state.customers, 'customer', id)),
  'POST /v1/customers/:id': on(params.customer, (state, input, { id }) =>
    Object.assign(found(state.customers, 'customer', id), {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.email === undefined ? {} : { email: input.email }),
      ...(input.address === undefined ? {} : { address: addressOf(input.address) }),
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
  'GET /v1/products/:id': on(params.none, (state, _input, { id }) => found(state.products, 'product', id)),
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
  'GET /v1/prices/:id': on(params.none, (state, _input, { id }) => found(state.prices, 'price', id)),
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
  'POST /v1/invoices': on(params.invoice, (state, input) => {
    if (input.collection_method === 'send_invoice' && input.due_date === undefined) {
      throw new ProviderError({
        message: 'If invoice collection method is `send_invoice`, you must set `due_date`.',
        param: 'due_date',
      })
    }
    if (input.due_date !== undefined && input.due_date <= nowSeconds()) {
      throw new ProviderError({ message: 'The due date must be in the future.', param: 'due_date' })
    }
    return newInvoice(state, {
      customer: input.customer,
      currency: input.currency,
      dueDate: input.due_date ?? null,
      collectionMethod: input.collection_method,
      metadata: input.metadata ?? {},
      billingReason: 'manual',
    })
  }),
  'GET /v1/invoices': on(params.list, (state, input) => {
    const rows = [...state.invoices.values()].filter(
      (invoice) =>
        (input.customer === undefined || invoice.customer === input.customer) &&
        (input.status === undefined || invoice.status === input.status),
    )
    return page(rows.reverse(), input, '/v1/invoices')
  }),
  'GET /v1/invoices/:id': on(params.none, (state, _input, { id }) => invoiceOf(state, id)),
  'DELETE /v1/invoices/:id': on(params.none, (state, _input, { id }) => {
    if (invoiceOf(state, id).status !== 'draft') {
      throw new ProviderError({ message: 'Only a draft invoice can be deleted' })
    }
    state.invoices.delete(id)
    return { id, object: 'invoice', deleted: true }
  }),
  'POST /v1/invoices/:id/finalize': on(params.none, (state, _input, { id }, { origin, emit }) => {
    const invoice = invoiceOf(state, id)
    finalize(state, invoice, origin, emit)
    return invoice
  }),
  'POST /v1/invoices/:id/send': on(params.none, (state, _input, { id }, { emit }) => {
    const invoice = invoiceOf(state, id)
    if (invoice.status !== 'open') throw new ProviderError({ message: 'Only an open invoice can be sent' })
    invoice.sent_count += 1
    emit(state, 'invoice.sent', invoice)
    return invoice
  }),
  'POST /v1/invoices/:id/void': on(params.none, (state, _input, { id }, { emit }) => {
    const invoice = invoiceOf(state, id)
    voidInvoice(state, invoice, emit)
    return invoice
  }),
  'POST /v1/invoices/:id/pay': on(params.none, (state, _input, { id }, { emit }) => {
    const invoice = invoiceOf(state, id)
    pay(state, invoice, emit)
    return invoice
  }),
  'POST /v1/invoices/:id/mark_uncollectible': on(params.none, (state, _input, { id }, { emit }) => {
    const invoice = invoiceOf(state, id)
    markUncollectible(state, invoice, emit)
    return invoice
  }),
  'POST /v1/invoiceitems': on(params.invoiceItem, (state, input) => {
    const invoice = invoiceOf(state, input.invoice)
    if (invoice.customer !== input.customer || invoice.currency !== input.currency) {
      throw new ProviderError({ message: 'The item and its invoice have different customers or currencies.' })
    }
    addLine(state, invoice, {
      amount: input.amount,
      description: input.description ?? null,
      taxRates: input.tax_rates ?? [],
    })
    return {
      id: freshId('ii'),
      object: 'invoiceitem',
      amount: input.amount,
      currency: input.currency,
      customer: input.customer,
      invoice: invoice.id,
      description: input.description ?? null,
    }
  }),
  'POST /v1/checkout/sessions': on(params.session, (state, input, _call, { origin }) =>
    createSession(state, input, origin),
  ),
  'GET /v1/checkout/sessions/:id': on(params.none, (state, _input, { id }) => sessionOf(state, id)),
  'GET /v1/subscriptions/:id': on(params.none, (state, _input, { id }) =>
    found(state.subscriptions, 'subscription', id),
  ),
  'GET /v1/events': on(params.list, (state, input) => {
    const types = input.types ?? (input.type === undefined ? undefined : [input.type])
    const rows = state.events.filter(
      (event) =>
        event.created >= (input.created?.gte ?? 0) && (types === undefined || types.includes(event.type)),
    )
    return page(rows.reverse(), input, '/v1/events')
  }),
}

function addressOf(input: z.output<typeof params.customer>['address']) {
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
