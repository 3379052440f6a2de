import { afterAll, expect, test } from 'vitest'
import { createDraft, toId } from '../../test/harness.ts'
import { startPaymentsHarness, visit } from '../../test/payments-harness.ts'
import { event, post } from '../../test/webhooks.ts'
import { pollProcessor } from './poll-processor.ts'

const harness = await startPaymentsHarness()
afterAll(() => harness.stop())

test('mirrors a subscription sold by checkout with its buyer and a recurring paid invoice under the processor’s number', async () => {
  const { call, accountId } = await harness.seller()
  const slug = harness.name(call.orgId)
  await call('POST', '/api/offers', {
    name: 'Care plan',
    slug: 'care',
    priceCents: 4_900,
    billingModel: 'recurring',
    interval: 'month',
  })
  const checkout = await harness.request(`/api/public/offers/${slug}/care/checkout`, {
    method: 'POST',
  })
  expect(checkout.status).toBe(200)
  const { deliveries } = harness.sandbox.payments
  Object.assign(deliveries.switches, { duplicates: 2, reorder: true })
  await visit(String(checkout.body['url']), { email: 'buyer@example.com', name: 'A Buyer' })
  await deliveries.settled()
  Object.assign(deliveries.switches, { duplicates: 0, reorder: false })
  const list = await call('GET', '/api/invoicing')
  expect(list.body).toMatchObject({
    total: 1,
    items: [
      {
        source: 'recurring',
        status: 'paid',
        totalAmountCents: 4_900,
        number: 'SBX-0001',
        scheduleId: null,
        paymentsAccountId: accountId,
      },
    ],
  })
  const customers = await call('GET', '/api/customers')
  expect(customers.body).toMatchObject({
    total: 1,
    items: [{ email: 'buyer@example.com', name: 'A Buyer' }],
  })
  // The processor's number does not use up a number of the org's sequence.
  const own = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  expect(own.body['number']).toMatch(/-000001$/)
  // The processor has the buyer already. Only a later change is sent.
  const [buyer] = (await call('GET', '/api/customers?q=buyer')).body['items'] as unknown as [
    { id: string },
  ]
  const refused: string[] = []
  harness.watch.observe = (request, moment) => {
    if (moment === 'before' && request.startsWith('POST /v1/customers')) refused.push(request)
  }
  const bill = async () => {
    const draft = {
      customerId: buyer.id,
      lineItems: [{ description: 'Extra', quantity: 1, unitAmountCents: 500 }],
    }
    const id = toId(await call('POST', '/api/invoicing', draft))
    return (await call('POST', `/api/invoicing/${id}/finalize`)).body['status']
  }
  expect([await bill(), refused]).toEqual(['open', []])
  await call('PATCH', `/api/customers/${buyer.id}`, { billingCity: 'Lyon' })
  expect([await bill(), refused.length]).toEqual(['open', 1])
  delete harness.watch.observe
  // The poller finds a renewal that no webhook delivered.
  deliveries.switches.drop = 'all'
  const [subscription] =
    harness.sandbox.payments.state.accounts.get(accountId)?.subscriptions.keys() ?? []
  await visit(`${harness.sandbox.url}/payments/${accountId}/subscriptions/${subscription}/renew`)
  await harness.deps.db.updateTable('payment_accounts').set({ events_polled_at: null }).execute()
  await pollProcessor(harness.deps)
  deliveries.switches.drop = 0
  expect((await call('GET', '/api/invoicing?source=recurring')).body['total']).toBe(2)
  expect((await call('GET', '/api/customers?q=buyer')).body['total']).toBe(1)
})

test('records a one-off checkout once, whichever of its events arrives', async () => {
  const { call, accountId } = await harness.seller()
  const session = {
    id: `cs_${accountId}`,
    mode: 'payment',
    payment_status: 'paid',
    currency: 'usd',
    amount_subtotal: 1_000,
    amount_total: 1_200,
    total_details: { amount_tax: 200 },
    customer: null,
    customer_details: { email: 'One@Example.com', name: null },
    invoice: null,
    created: 1_790_000_000,
  }
  const unpaid = { ...session, payment_status: 'unpaid' }
  await post(harness, 'offers', event('checkout.session.completed', accountId, unpaid))
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(0)
  await post(
    harness,
    'offers',
    event('checkout.session.async_payment_succeeded', accountId, session),
  )
  await post(harness, 'offers', event('checkout.session.completed', accountId, session))
  const { body } = await call('GET', '/api/invoicing')
  expect(body).toMatchObject({
    total: 1,
    items: [
      {
        source: 'one_off',
        status: 'paid',
        currency: 'USD',
        subtotalAmountCents: 1_000,
        vatAmountCents: 200,
        totalAmountCents: 1_200,
        vatRateBps: 2_000,
        number: null,
      },
    ],
  })
})

test('records nothing if no org has the account', async () => {
  const before = await harness.deps.db.selectFrom('invoices').select('id').execute()
  await post(
    harness,
    'invoicing',
    event('invoice.paid', 'acct_nobody', {
      id: 'in_x',
      billing_reason: 'subscription_cycle',
      total: 5,
    }),
  )
  await post(
    harness,
    'offers',
    event('checkout.session.completed', 'acct_nobody', { id: 'cs_x', payment_status: 'paid' }),
  )
  expect(await harness.deps.db.selectFrom('invoices').select('id').execute()).toHaveLength(
    before.length,
  )
})

test('records a subscription invoice with few fields', async () => {
  const { call, accountId } = await harness.seller()
  const bare = {
    id: `in_bare_${accountId}`,
    billing_reason: 'subscription_cycle',
    amount_paid: 2_500,
    currency: 'gbp',
    lines: { data: [{ description: 'Plan' }] },
  }
  await post(harness, 'invoicing', event('invoice.paid', accountId, bare))
  expect((await call('GET', '/api/invoicing')).body).toMatchObject({
    items: [
      {
        source: 'recurring',
        status: 'paid',
        currency: 'GBP',
        totalAmountCents: 2_500,
        lineItems: [{ description: 'Subscription', quantity: 1, unitAmountCents: 2_500 }],
      },
    ],
  })
})

test('dates a subscription invoice by its event if it has no date itself', async () => {
  const { call, accountId } = await harness.seller()
  const bare = { id: `in_when_${accountId}`, billing_reason: 'subscription_create', total: 900 }
  await post(
    harness,
    'invoicing',
    event('invoice.paid', accountId, bare, { created: 1_790_000_000 }),
  )
  const sold = new Date(1_790_000_000_000).toISOString()
  expect((await call('GET', '/api/invoicing')).body).toMatchObject({
    items: [{ issueDate: sold, dueDate: sold }],
  })
})

test.each([
  ['present', (metadata: object) => ({ parent: { subscription_details: { metadata } } })],
  ['older', (metadata: object) => ({ subscription: 'sub_1', subscription_details: { metadata } })],
])('names the sold offer if a subscription invoice has the %s shape', async (_shape, naming) => {
  const { call, accountId } = await harness.seller()
  const offer = await call('POST', '/api/offers', {
    name: 'Care',
    priceCents: 900,
    billingModel: 'recurring',
    interval: 'month',
  })
  const offerId = toId(offer)
  const invoice = { id: `in_of_${accountId}`, billing_reason: 'subscription_cycle', total: 900 }
  await post(
    harness,
    'invoicing',
    event('invoice.paid', accountId, { ...invoice, ...naming({ offer_id: offerId }) }),
  )
  await post(
    harness,
    'invoicing',
    event('invoice.paid', accountId, {
      ...invoice,
      id: `${invoice.id}_2`,
      ...naming({ offer_id: 'off_another' }),
    }),
  )
  expect((await call('GET', '/api/invoicing')).body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ paymentsInvoiceId: invoice.id, offerId }),
      expect.objectContaining({ paymentsInvoiceId: `${invoice.id}_2`, offerId: null }),
    ]),
  })
})

test('uses the offer price if a paid session does not state its amount', async () => {
  const { call, accountId } = await harness.seller()
  const offer = await call('POST', '/api/offers', {
    name: 'Logo',
    priceCents: 45_000,
    billingModel: 'one_off',
  })
  const session = {
    id: `cs_bare_${accountId}`,
    payment_status: 'paid',
    metadata: { offer_id: toId(offer) },
  }
  await post(harness, 'offers', event('checkout.session.completed', accountId, session))
  expect((await call('GET', '/api/invoicing')).body).toMatchObject({
    items: [
      { totalAmountCents: 45_000, lineItems: [{ description: 'Logo', unitAmountCents: 45_000 }] },
    ],
  })
})
