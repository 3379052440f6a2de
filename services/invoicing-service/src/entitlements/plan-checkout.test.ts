import { expect, test } from 'vitest'
import { type Caller, toRefusal } from '../../test/harness.ts'
import { sellerAccount, visit } from '../../test/payments-harness.ts'
import { plansSuite } from '../../test/plans.ts'
import { event, post } from '../../test/webhooks.ts'

const { harness, seller, sellerSlug, planId } = await plansSuite()

const buy = (call: Caller, key?: string, offerSlug = 'pro-plan') =>
  call(
    'POST',
    '/api/entitlements/checkout',
    { offerSlug },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const end = (call: Caller) => call('DELETE', '/api/entitlements/checkout')
const running = [409, 'checkout_running']
const pay = async (url: unknown) => {
  await visit(String(url), { email: 'a@example.com', name: 'A' })
  await harness.sandbox.payments.deliveries.settled()
}

test('refuses a top-up in the public catalog of its seller', async () => {
  const checkout = (slug: string) => `/api/public/offers/${slug}/credits-10/checkout`
  for (const call of [harness.as('member'), seller]) {
    expect(toRefusal(await call('POST', checkout(sellerSlug)))).toEqual([409, 'requires_account'])
  }
  const anonymous = await harness.request(checkout(sellerSlug), { method: 'POST' })
  expect(toRefusal(anonymous)).toEqual([409, 'requires_account'])
  const shown = await harness.request(`/api/public/offers/${sellerSlug}/credits-10`, {})
  expect(shown.body['requiresAccount']).toBe(true)
  const other = await harness.seller()
  const offer = { name: 'Vouchers', slug: 'credits-10', priceCents: 1_000, billingModel: 'one_off' }
  await other.call('POST', '/api/offers', offer)
  const own = await harness.request(checkout(harness.name(other.call.orgId)), { method: 'POST' })
  expect(own.status).toBe(200)
})

test('refuses recurring credits, and a plan with a single payment', async () => {
  const call = harness.as('owner')
  const credits = await call('POST', '/api/credits/checkout', { offerSlug: 'credits-monthly' })
  expect(toRefusal(credits)).toEqual([422, 'offer_invalid'])
  expect(toRefusal(await buy(call, undefined, 'once-plan'))).toEqual([422, 'offer_invalid'])
})

test('allows one running plan checkout per org on any page', async () => {
  const call = harness.as('owner')
  const colleagues = [call, harness.as('admin', call.orgId), harness.as('admin', call.orgId)]
  const answers = await Promise.all(colleagues.map((colleague) => buy(colleague)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const url = String(answers.find(({ status }) => status === 200)?.body['url'])
  // The refused user can finish the other user's checkout.
  expect(answers.find(({ status }) => status === 409)?.body['detail']).toContain('runs until')
  const another = await buy(harness.as('admin', call.orgId))
  expect(toRefusal(another)).toEqual(running)
  expect(another.body['detail']).toContain(url)
  const publicly = `/api/public/offers/${sellerSlug}/pro-plan/checkout`
  expect(toRefusal(await harness.as('member', call.orgId)('POST', publicly))).toEqual(running)
  expect((await buy(harness.as('owner'))).status).toBe(200)
})

test('returns the open session if the user closed the page, under any key or none, and refuses another offer', async () => {
  const call = harness.as('owner')
  const sessions = () =>
    harness.sandbox.payments.state.accounts.get(sellerAccount)?.sessions.size ?? 0
  const before = sessions()
  const answers = await Promise.all([buy(call), buy(call), buy(call, 'one')])
  const again = [await buy(call, 'one'), await buy(call, 'two'), await buy(call)]
  const [first] = answers
  expect([...answers, ...again].map(({ status, text }) => [status, text])).toEqual(
    Array.from({ length: 6 }, () => [200, first?.text]),
  )
  expect(sessions() - before).toBe(1)
  expect(toRefusal(await buy(call, undefined, 'dear-plan'))).toEqual(running)
  // A changed price makes it a different checkout.
  await seller('PATCH', `/api/offers/${planId}`, { description: 'Now with more' })
  expect(toRefusal(await buy(call))).toEqual(running)
})

test('leaves no checkout behind when opening is refused or fails', async () => {
  const unlucky = harness.as('owner')
  harness.sandbox.payments.faults.add({ match: 'POST /v1/checkout/sessions', kind: 'garbage' })
  expect((await buy(unlucky)).status).toBe(503)
  expect((await buy(unlucky)).status).toBe(200)
})

test.each([
  ['first', 0],
  ['second', 1],
])('keeps the checkout when the %s of two concurrent requests fails', async (_which, skip) => {
  const call = harness.as('owner')
  const match = 'POST /v1/checkout/sessions'
  harness.sandbox.payments.faults.add({ match, kind: 'status', status: 402, skip })
  const repeated: Array<ReturnType<typeof buy>> = []
  harness.watch.observe = async (request) => {
    if (request !== match || repeated.length > 0) return
    repeated.push(buy(call))
    await repeated[0]
  }
  const answers = [await buy(call), await repeated[0]]
  expect(answers.map((answer) => answer?.status).toSorted()).toEqual([200, 422])
  expect(toRefusal(await buy(call, undefined, 'dear-plan'))).toEqual(running)
})

test('returns no address when the checkout was ended while its session was opened', async () => {
  const call = harness.as('owner')
  harness.watch.observe = async (request) => {
    if (request !== 'POST /v1/checkout/sessions') return
    delete harness.watch.observe
    await end(call)
  }
  expect(toRefusal(await buy(call))).toEqual([503, 'unavailable'])
  expect((await buy(call)).status).toBe(200)
})

test('allows another checkout when one was ended or expired, and does not end one of another org', async () => {
  const call = harness.as('owner')
  const { url } = (await buy(call)).body
  expect((await end(harness.as('owner'))).status).toBe(404)
  expect((await end(harness.as('member', call.orgId))).status).toBe(403)
  expect((await end(call)).status).toBe(204)
  expect((await end(call)).status).toBe(404)
  await expect(pay(url)).rejects.toThrow('400')
  expect((await buy(call)).status).toBe(200)

  const session = await harness.deps.db
    .selectFrom('plan_checkouts')
    .select('session_id')
    .where('org_id', '=', call.orgId)
    .executeTakeFirstOrThrow()
  const expired = event('checkout.session.expired', sellerAccount, { id: session.session_id })
  await post(harness, 'offers', expired)
  expect((await buy(call)).status).toBe(200)
  harness.clock.offsetMs = 36 * 60_000
  const later = await buy(call)
  harness.clock.offsetMs = 0
  expect(later.status).toBe(200)
})

test('blocks other checkouts when one is paid, until the plan is stored and while the plan is active', async () => {
  const call = harness.as('owner')
  const { url } = (await buy(call)).body
  const { deliveries } = harness.sandbox.payments
  await pay(url)
  expect((await call('GET', '/api/entitlements/gate')).body).toMatchObject({ plan: 'pro' })
  expect(toRefusal(await buy(call))).toEqual([409, 'already_subscribed'])
  expect((await end(call)).status).toBe(404)

  const waiting = harness.as('owner')
  const second = await buy(waiting)
  // The subscription's events are lost, only the session's own event arrives.
  deliveries.switches.drop = 'all'
  await pay(second.body['url'])
  deliveries.switches.drop = 0
  const { session_id: id } = await harness.deps.db
    .selectFrom('plan_checkouts')
    .select('session_id')
    .where('org_id', '=', waiting.orgId)
    .executeTakeFirstOrThrow()
  const done = { id, mode: 'subscription', payment_status: 'paid' }
  await post(harness, 'offers', event('checkout.session.completed', sellerAccount, done))
  harness.clock.offsetMs = 36 * 60_000
  expect(toRefusal(await buy(waiting))).toEqual(running)
  expect(toRefusal(await end(waiting))).toEqual(running)
  harness.clock.offsetMs = 0
})

const readSession = async ({ orgId }: Caller): Promise<string> => {
  const row = await harness.deps.db
    .selectFrom('plan_checkouts')
    .select('session_id')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return String(row.session_id)
}
const tell = (type: string, session: object, account = sellerAccount) =>
  post(
    harness,
    'offers',
    event(`checkout.session.${type}`, account, { mode: 'subscription', ...session }),
  )

test('blocks other checkouts until a delayed payment succeeds, and allows one when the payment fails', async () => {
  const call = harness.as('owner')
  expect((await buy(call)).status).toBe(200)
  const id = await readSession(call)
  const begun = { id, payment_status: 'unpaid', subscription: `sub_late_${call.orgId}` }
  await tell('completed', begun)
  const refused = await buy(call)
  expect([...toRefusal(refused), refused.body['detail']]).toEqual([
    ...running,
    expect.stringContaining('days'),
  ])
  expect(toRefusal(await end(call))).toEqual(running)
  harness.clock.offsetMs = 29 * 86_400_000
  expect(toRefusal(await buy(call))).toEqual(running)
  harness.clock.offsetMs = 0
  await tell('async_payment_failed', begun)
  expect((await buy(call)).status).toBe(200)

  const lucky = harness.as('owner')
  await buy(lucky)
  const paid = { id: await readSession(lucky), subscription: `sub_paid_${lucky.orgId}` }
  await tell('async_payment_succeeded', { ...paid, payment_status: 'paid' })
  // A late event about the beginning changes nothing.
  await tell('completed', { ...paid, payment_status: 'unpaid' })
  const kept = await buy(lucky)
  expect([...toRefusal(kept), kept.body['detail']]).toEqual([
    ...running,
    expect.stringContaining('was paid'),
  ])
})

test('ends the checkout when its subscription ends, in either order of arrival', async () => {
  for (const isFirst of [true, false]) {
    const call = harness.as('owner')
    await buy(call)
    const subscription = `sub_ended_${call.orgId}`
    const completed = { id: await readSession(call), payment_status: 'unpaid', subscription }
    const metadata = { org_id: call.orgId, offer_slug: 'pro-plan' }
    const ended = event('customer.subscription.deleted', sellerAccount, {
      id: subscription,
      status: 'incomplete_expired',
      metadata,
    })
    if (isFirst) await post(harness, 'offers', ended)
    await tell('completed', completed)
    if (!isFirst) await post(harness, 'offers', ended)
    expect((await buy(call)).status, String(isFirst)).toBe(200)
  }
})

test('ignores events of another account', async () => {
  const call = harness.as('owner')
  await buy(call)
  const id = await readSession(call)
  const { accountId } = await harness.seller()
  for (const type of ['expired', 'async_payment_failed', 'completed']) {
    await tell(type, { id, payment_status: 'paid' }, accountId)
  }
  expect(await readSession(call)).toBe(id)
  expect((await end(call)).status).toBe(204)
})

test('makes no customer and no invoice at the operator when a plan is bought, also in the public catalog', async () => {
  const [call, visitor] = [harness.as('owner'), harness.as('owner')]
  const count = async (path: string) => (await seller('GET', path)).body['total']
  const before = [await count('/api/customers'), await count('/api/invoicing')]
  await pay((await buy(call)).body['url'])
  const publicly = await visitor('POST', `/api/public/offers/${sellerSlug}/pro-plan/checkout`)
  await pay(publicly.body['url'])
  for (const each of [call, visitor]) {
    expect((await each('GET', '/api/entitlements/gate')).body).toMatchObject({ plan: 'pro' })
  }
  expect([await count('/api/customers'), await count('/api/invoicing')]).toEqual(before)
})

test.each(['trialing', 'active', 'past_due'])(
  'treats a plan that is %s as active, and allows another purchase when it has ended',
  async (status) => {
    const call = harness.as('owner')
    const metadata = { org_id: call.orgId, offer_slug: 'pro-plan' }
    const until = Math.floor(Date.now() / 1000) + 86_400
    const subscription = (state: string) => ({
      id: `sub_${call.orgId}`,
      status: state,
      metadata,
      items: { data: [{ current_period_end: until }] },
    })
    const say = (type: string, state: string) =>
      post(
        harness,
        'offers',
        event(`customer.subscription.${type}`, sellerAccount, subscription(state)),
      )
    await say('updated', status)
    expect(toRefusal(await buy(call))).toEqual([409, 'already_subscribed'])
    await say('deleted', 'canceled')
    expect((await buy(call)).status).toBe(200)
  },
)
