import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCustomer, createDraft, idOf } from '../../../test/harness.ts'
import {
  type PaymentsHarness,
  secrets,
  sellerAccount,
  signed,
  startPaymentsHarness,
  visit,
} from '../../../test/payments-harness.ts'
import { pollProcessor } from '../poll-processor.ts'
import { ProcessorEvent } from './event.ts'
import { receiveEvent } from './receive-event.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({
    env: {
      ENTITLEMENT_SELLER_ACCOUNT_ID: sellerAccount,
      ENTITLEMENT_OFFER_SLUGS: 'pro-plan',
      CREDIT_TOPUP_OFFER_SLUGS: 'credits-10',
    },
  })
})
afterAll(() => harness.stop())

const paths = {
  invoicing: '/api/invoicing/webhooks/payments',
  offers: '/api/offers/webhooks/payments',
  connect: '/api/connect/webhooks/payments',
} as const
let serial = 0
const event = (type: string, account: string, object: object, more: object = {}) => {
  serial += 1
  return {
    id: `evt_${serial}`,
    object: 'event',
    type,
    account,
    created: Math.floor(Date.now() / 1000),
    data: { object },
    ...more,
  }
}
const post = (endpoint: keyof typeof paths, body: object) =>
  harness.request(paths[endpoint], { method: 'POST', ...signed(body, secrets[endpoint]) })

async function anOpenInvoice() {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
  return { call, accountId, id, processorId: String(body['paymentsInvoiceId']) }
}

test.each([
  ['no signature', () => ({})],
  ['another secret', (body: string) => signed(body, 'whsec_wrong').headers],
  ['another endpoint’s secret', (body: string) => signed(body, secrets.offers).headers],
  ['a time long gone', (body: string) => signed(body, secrets.invoicing, Date.now() / 1000 - 400).headers],
  ['a time to come', (body: string) => signed(body, secrets.invoicing, Date.now() / 1000 + 400).headers],
  ['garbage', () => ({ 'stripe-signature': 't=1,t=2,v1=zz' })],
])('%s answers invalid_signature and has no effect', async (_name, headersOf) => {
  const { call, accountId, id, processorId } = await anOpenInvoice()
  const body = JSON.stringify(event('invoice.paid', accountId, { id: processorId, status: 'paid' }))
  const answer = await harness.request(paths.invoicing, {
    method: 'POST',
    body,
    headers: headersOf(body) as Record<string, string>,
  })
  expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_signature'])
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('open')
})

test('one good signature among several is enough, and the bytes count, not the JSON', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice()
  const body = `${JSON.stringify(event('invoice.paid', accountId, { id: processorId, status: 'paid' }), null, 3)}\n`
  const t = Math.floor(Date.now() / 1000)
  const good = createHmac('sha256', secrets.invoicing).update(`${t}.${body}`).digest('hex')
  const header = `t=${t},v1=${'0'.repeat(64)},v0=abc,v1=${good}`
  const answer = await harness.request(paths.invoicing, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': header },
  })
  expect([answer.status, answer.body]).toEqual([200, { received: true }])
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('paid')
})

test('a huge body answers 413; a signed body that is no event answers 400', async () => {
  const huge = signed('x'.repeat(1_048_577), secrets.invoicing)
  expect((await harness.request(paths.invoicing, { method: 'POST', ...huge })).status).toBe(413)
  for (const body of ['', '{}', '[1]', 'null', '{"id":1}']) {
    const answer = await harness.request(paths.invoicing, {
      method: 'POST',
      ...signed(body, secrets.invoicing),
    })
    expect([body, answer.status]).toEqual([body, 400])
  }
})

test('an event of another account does not touch the invoice', async () => {
  const { call, id, processorId } = await anOpenInvoice()
  const other = await harness.seller()
  const answer = await post(
    'invoicing',
    event('invoice.paid', other.accountId, { id: processorId, status: 'paid' }),
  )
  expect(answer.status).toBe(200)
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('open')
})

test('20 deliveries of one event at once have one effect', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice()
  const paid = event('invoice.paid', accountId, { id: processorId, status: 'paid' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('invoicing', paid)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('paid')
  const events = await harness.deps.db
    .selectFrom('payment_events')
    .select('event_id')
    .where('event_id', '=', paid.id)
    .execute()
  expect(events).toHaveLength(1)
})

test('a redelivery to another instance, and one after a restart, have no second effect', async () => {
  const { accountId, id, processorId } = await anOpenInvoice()
  const paid = event('invoice.paid', accountId, { id: processorId, status: 'paid' })
  const deliver = () => receiveEvent(harness.deps, 'invoicing', ProcessorEvent.parse(paid))
  expect(await deliver()).toBe('handled')
  expect(await deliver()).toBe('seen')
  expect((await post('invoicing', paid)).status).toBe(200)
  const row = await harness.deps.db
    .selectFrom('invoices')
    .select(['status', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'paid', version: 3 })
})

test('payment_failed and unknown types are acknowledged and change nothing', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice()
  for (const type of ['invoice.payment_failed', 'invoice.updated', 'charge.refunded']) {
    const answer = await post('invoicing', event(type, accountId, { id: processorId, status: 'open' }))
    expect([answer.status, answer.body]).toEqual([200, { received: true }])
  }
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('open')
})

test('whatever order, duplicates and losses, the poller included, the ledger ends the same', async () => {
  const { call } = await harness.seller()
  const customerId = await createCustomer(call)
  const story = ['invoice.marked_uncollectible', 'invoice.paid'] as const
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...story, ...story], { minLength: 0, maxLength: 4 }),
      async (types) => {
        const id = await createDraft(call, { customerId })
        const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
        const accountId = String(body['paymentsAccountId'])
        const processorId = String(body['paymentsInvoiceId'])
        const at = `${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}`
        await visit(`${at}/uncollectible`)
        await visit(`${at}/pay`)
        await Promise.all(
          types.map((type) => post('invoicing', event(type, accountId, { id: processorId, status: 'paid' }))),
        )
        harness.clock.offsetMs += 16 * 60_000
        await pollProcessor(harness.deps)
        harness.clock.offsetMs = 0
        await harness.deps.db.updateTable('payment_accounts').set({ events_polled_at: null }).execute()
        const after = await call('GET', `/api/invoicing/${id}`)
        expect(after.body['status']).toBe('paid')
      },
    ),
    { numRuns: 12 },
  )
  harness.sandbox.payments.deliveries.switches.drop = 0
}, 60_000)

test('a subscription sold by checkout is mirrored: buyer, recurring paid invoice, the processor’s number', async () => {
  const { call, accountId } = await harness.seller()
  const slug = harness.name(call.orgId)
  await call('POST', '/api/offers', {
    name: 'Care plan',
    slug: 'care',
    priceCents: 4_900,
    billingModel: 'recurring',
    interval: 'month',
  })
  const checkout = await harness.request(`/api/public/offers/${slug}/care/checkout`, { method: 'POST' })
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
  expect(customers.body).toMatchObject({ total: 1, items: [{ email: 'buyer@example.com', name: 'A Buyer' }] })
  // Its own number does not use up one of the org's sequence.
  const own = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  expect(own.body['number']).toMatch(/-000001$/)
  // A renewal that no webhook brings is found by the poller.
  deliveries.switches.drop = 'all'
  const [subscription] = harness.sandbox.payments.state.accounts.get(accountId)?.subscriptions.keys() ?? []
  await visit(`${harness.sandbox.url}/payments/${accountId}/subscriptions/${subscription}/renew`)
  await harness.deps.db.updateTable('payment_accounts').set({ events_polled_at: null }).execute()
  await pollProcessor(harness.deps)
  deliveries.switches.drop = 0
  expect((await call('GET', '/api/invoicing?source=recurring')).body['total']).toBe(2)
  expect((await call('GET', '/api/customers?q=buyer')).body['total']).toBe(1)
})

test('a one-off checkout is recorded once, by whichever of its events comes', async () => {
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
  await post('offers', event('checkout.session.completed', accountId, unpaid))
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(0)
  await post('offers', event('checkout.session.async_payment_succeeded', accountId, session))
  await post('offers', event('checkout.session.completed', accountId, session))
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

test('nothing is recorded for an account that no org has', async () => {
  const before = await harness.deps.db.selectFrom('invoices').select('id').execute()
  await post(
    'invoicing',
    event('invoice.paid', 'acct_nobody', { id: 'in_x', billing_reason: 'subscription_cycle', total: 5 }),
  )
  await post(
    'offers',
    event('checkout.session.completed', 'acct_nobody', { id: 'cs_x', payment_status: 'paid' }),
  )
  expect(await harness.deps.db.selectFrom('invoices').select('id').execute()).toHaveLength(before.length)
})

test('account.updated keeps the newest statement, whatever the order', async () => {
  const { call, accountId } = await harness.seller()
  const now = Math.floor(Date.now() / 1000)
  const say = (charges: boolean, created: number) =>
    post(
      'connect',
      event(
        'account.updated',
        accountId,
        { id: accountId, charges_enabled: charges, details_submitted: true },
        { created },
      ),
    )
  const enabled = async () =>
    (
      await harness.deps.db
        .selectFrom('payment_accounts')
        .select('charges_enabled')
        .where('org_id', '=', call.orgId)
        .executeTakeFirstOrThrow()
    ).charges_enabled
  await say(false, now + 20)
  await say(true, now + 10)
  expect(await enabled()).toBe(false)
  await say(true, now + 30)
  expect(await enabled()).toBe(true)
})

test('an entitlement follows its subscription in any order, of the seller’s account and listed offers only', async () => {
  const subscription = (id: string, orgId: string, status: string, slug = 'pro-plan') => ({
    id,
    status,
    customer: 'cus_1',
    items: { data: [{ current_period_end: Math.floor(Date.now() / 1000) + 86_400 }] },
    metadata: { org_id: orgId, offer_slug: slug },
  })
  const gateOf = async (orgId: string) =>
    (await harness.as('member', orgId)('GET', '/api/entitlements/gate')).body
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 3 }),
      fc.boolean(),
      async (order, ends) => {
        const { orgId } = harness.as('owner')
        const created = Math.floor(Date.now() / 1000)
        const steps: Array<[string, string, number]> = [
          ['customer.subscription.created', 'incomplete', created],
          ['customer.subscription.updated', 'active', created + 1],
          ends
            ? ['customer.subscription.deleted', 'canceled', created + 1]
            : ['customer.subscription.updated', 'active', created + 2],
        ]
        for (const index of [...order, 2]) {
          const [type, status, at] = steps[index] ?? ['', '', 0]
          await post(
            'offers',
            event(type, sellerAccount, subscription(`sub_${orgId}`, orgId, status), { created: at }),
          )
        }
        expect((await gateOf(orgId))['plan']).toBe(ends ? 'free' : 'pro')
      },
    ),
    { numRuns: 10 },
  )
  const { orgId } = harness.as('owner')
  await post(
    'offers',
    event('customer.subscription.created', 'acct_other', subscription('sub_a', orgId, 'active')),
  )
  await post(
    'offers',
    event('customer.subscription.created', sellerAccount, subscription('sub_b', orgId, 'active', 'unlisted')),
  )
  expect(await gateOf(orgId)).toMatchObject({ plan: 'free', until: null, topupsAvailable: true })
})

test('a permanent grant is the operator’s, never ends, and is one however often it is given', async () => {
  const { orgId } = harness.as('owner')
  const operator = harness.as('member', orgId, { isAdmin: true })
  const path = `/api/entitlements/admin/orgs/${orgId}/grant-permanent`
  expect((await harness.as('owner', orgId)('POST', path)).status).toBe(403)
  const grants = await Promise.all(Array.from({ length: 4 }, () => operator('POST', path)))
  expect(new Set(grants.map(idOf)).size).toBe(1)
  expect(grants[0]?.body).toMatchObject({ plan: 'pro', until: null, paymentsSubscriptionId: null })
  expect((await operator('GET', '/api/entitlements/gate')).body).toMatchObject({ plan: 'pro', until: null })
})

test('credits are bought at the seller, seeded from the slug, and minted once', async () => {
  const seller = await harness.seller()
  const { accounts } = harness.sandbox.payments.state
  const held = accounts.get(seller.accountId)
  if (held === undefined) throw new Error('the account is missing')
  // The configuration names the seller's account before it exists here.
  held.account.id = sellerAccount
  accounts.set(sellerAccount, held)
  await harness.deps.db
    .updateTable('payment_accounts')
    .set({ account_id: sellerAccount })
    .where('org_id', '=', seller.call.orgId)
    .execute()
  const buyer = harness.as('member')
  expect((await buyer('POST', '/api/credits/checkout', { offerSlug: 'credits-99' })).status).toBe(404)
  const checkout = await buyer('POST', '/api/credits/checkout', { offerSlug: 'credits-10' })
  expect([checkout.status, checkout.text]).toEqual([200, checkout.text])
  const { deliveries } = harness.sandbox.payments
  deliveries.switches.duplicates = 3
  await visit(String(checkout.body['url']), { email: 'me@example.com', name: 'Me' })
  await deliveries.settled()
  deliveries.switches.duplicates = 0
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({
    balance: 10_000,
    transactions: [{ kind: 'topup', amount: 10_000 }],
  })
  expect((await buyer('GET', '/api/entitlements/gate')).body).toMatchObject({ credits: { balance: 10_000 } })
})
