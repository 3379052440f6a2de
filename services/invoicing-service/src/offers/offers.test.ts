import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toId, toRefusal } from '../../test/harness.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../../test/payments-harness.ts'
import { mirrorLeftovers } from './mirror-offer.ts'

let harness: PaymentsHarness
const rebuilds: string[] = []
const site = createServer((request, response) => {
  rebuilds.push(`${request.method} ${request.headers.authorization}`)
  response.end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  harness = await startPaymentsHarness({
    // One test holds sixteen calls until the last has arrived.
    processorTimeoutMs: 20_000,
    siteQuietMs: 800,
    siteRebuildEveryMs: 50,
    env: {
      SITE_REBUILD_WEBHOOK_URL: `http://127.0.0.1:${(site.address() as AddressInfo).port}/rebuild`,
      SITE_REBUILD_WEBHOOK_TOKEN: 'site-token',
      ENTITLEMENT_OFFER_SLUGS: 'pro-plan',
    },
  })
})
afterAll(async () => {
  await harness.stop()
  site.close()
})
afterEach(() => harness.sandbox.payments.faults.clear())

const plan = { name: 'Plan', priceCents: 500, billingModel: 'recurring', interval: 'month' }
const account = (id: string) => {
  const found = harness.sandbox.payments.state.accounts.get(id)
  if (found === undefined) throw new Error('no such account')
  return found
}

test('mirrors an offer on create, replaces the immutable price when terms change, and archives it there too', async () => {
  const { call, accountId } = await harness.seller()
  const created = await call('POST', '/api/offers', { ...plan, description: 'Monthly' })
  expect([created.status, created.headers.get('location')]).toEqual([
    201,
    `/api/offers/${toId(created)}`,
  ])
  const { products, prices } = account(accountId)
  const oldPrice = String(created.body['paymentsPriceId'])
  expect(prices.get(oldPrice)).toMatchObject({
    unit_amount: 500,
    currency: 'eur',
    active: true,
    recurring: { interval: 'month' },
  })
  const path = `/api/offers/${toId(created)}`
  const changed = await call('PATCH', path, { priceCents: 700 })
  const newPrice = String(changed.body['paymentsPriceId'])
  expect(newPrice).not.toBe(oldPrice)
  expect(prices.get(oldPrice)?.active).toBe(false)
  expect(prices.get(newPrice)).toMatchObject({ unit_amount: 700, active: true })
  const renamedSlug = await call('PATCH', path, { slug: 'other-slug' })
  expect(renamedSlug.body['paymentsPriceId']).toBe(newPrice)
  expect(products.size).toBe(1)
  const archived = await call('POST', `${path}/archive`)
  expect(archived.body['status']).toBe('archived')
  expect([...products.values()].map(({ active }) => active)).toEqual([false])
  expect((await call('PATCH', path, { priceCents: 1 })).body['code']).toBe('offer_archived')
})

test('does not mirror a quoted offer, or any offer if no account is connected', async () => {
  const { call, accountId } = await harness.seller()
  const quoted = await call('POST', '/api/offers', { name: 'Quote', billingModel: 'custom_quote' })
  expect(quoted.body).toMatchObject({ priceCents: null, paymentsProductId: null })
  expect(account(accountId).products.size).toBe(0)
  const unconnected = await harness.as('admin')('POST', '/api/offers', plan)
  expect(unconnected.body).toMatchObject({ paymentsProductId: null, paymentsPriceId: null })
})

test('mirrors offers fairly across organisations', async () => {
  const { db } = harness.deps
  await db
    .updateTable('offers')
    .set((eb) => ({ mirrored_terms: eb.ref('terms_version') }))
    .execute()
  const sellers = [await harness.seller(), await harness.seller()]
  for (const [index, { call }] of sellers.entries()) {
    for (let n = 0; n < 4 - 3 * index; n += 1)
      await call('POST', '/api/offers', { ...plan, slug: `turn-${n}` })
  }
  const orgs = sellers.map(({ call }) => call.orgId)
  await db
    .updateTable('offers')
    .set({
      mirrored_terms: null,
      payments_product_id: null,
      payments_price_id: null,
      payments_account_id: null,
      updated_at: new Date(Date.now() - 120_000),
    })
    .where('org_id', 'in', orgs)
    .execute()
  await mirrorLeftovers(harness.deps, 2)
  const mirrored = await db
    .selectFrom('offers')
    .select('org_id')
    .where('org_id', 'in', orgs)
    .where('mirrored_terms', 'is not', null)
    .execute()
  expect(mirrored.map(({ org_id }) => org_id).sort()).toEqual([...orgs].sort())
})

test('keeps an offer if the processor fails, and mirrors it later without duplicates', async () => {
  const { call, accountId } = await harness.seller()
  harness.sandbox.payments.faults.add({ match: 'POST /v1/prices', kind: 'garbage' })
  const created = await call('POST', '/api/offers', plan)
  expect(created.body).toMatchObject({ paymentsPriceId: null })
  await harness.deps.db
    .updateTable('offers')
    .set({ updated_at: new Date(Date.now() - 120_000) })
    .where('id', '=', toId(created))
    .execute()
  await mirrorLeftovers(harness.deps, 10)
  const after = await call('GET', `/api/offers/${toId(created)}`)
  expect(after.body['paymentsPriceId']).toMatch(/^price_/)
  const { products, prices } = account(accountId)
  expect([products.size, prices.size]).toEqual([1, 1])
})

test('leaves one active price, the newest, and the newest text when changes run concurrently', async () => {
  const { call, accountId } = await harness.seller()
  const { products, prices } = account(accountId)
  const created = await call('POST', '/api/offers', plan)
  const path = `/api/offers/${toId(created)}`
  const change = (n: number) => call('PATCH', path, { name: `Plan ${n}`, priceCents: 1_000 + n })
  const changes = await Promise.all([1, 2, 3, 4, 5, 6].map(change))
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  const { body } = await call('GET', path)
  const active = () => [...prices.values()].filter((price) => price.active)
  expect(active()).toMatchObject([{ id: body['paymentsPriceId'], unit_amount: body['priceCents'] }])
  expect([...products.values()]).toMatchObject([{ name: body['name'], active: true }])
  await Promise.all([change(7), change(8), call('POST', `${path}/archive`)])
  expect((await call('GET', path)).body['status']).toBe('archived')
  expect([active(), [...products.values()].map((product) => product.active)]).toEqual([[], [false]])
})

test('holds no database connections while offers with keys wait for the processor', async () => {
  const { call } = await harness.seller()
  const waiting = Promise.withResolvers<void>()
  const arrived: string[] = []
  harness.watch.observe = async (name, moment) => {
    if (name !== 'POST /v1/prices' || moment !== 'before') return
    arrived.push(name)
    await waiting.promise
  }
  const body = (n: number) => ({ ...plan, slug: `waits-${n}` })
  const create = (n: number) =>
    call('POST', '/api/offers', body(n), { 'idempotency-key': `waits-${n}` })
  const creating = Array.from({ length: 16 }, (_, n) => create(n))
  await eventually(() => expect(arrived).toHaveLength(16))
  expect((await call('GET', '/api/offers')).status).toBe(200)
  const repeated = create(0)
  waiting.resolve()
  delete harness.watch.observe
  const answers = await Promise.all(creating)
  expect(answers.map(({ status, body }) => [status, typeof body['paymentsPriceId']])).toEqual(
    answers.map(() => [201, 'string']),
  )
  const again = await repeated
  expect([again.status, again.text]).toEqual([201, answers[0]?.text])
  const other = await call('POST', '/api/offers', body(99), { 'idempotency-key': 'waits-0' })
  expect([other.status, other.body['code']]).toEqual([409, 'idempotency_key_reused'])
})

test.each([
  [{ billingModel: 'one_off' }, 422],
  [{ priceCents: null }, 422],
  [{ interval: null }, 422],
  [{ priceCents: -1 }, 400],
  [{ currency: 'eur' }, 400],
  [{ slug: 'Not A Slug' }, 400],
  [{ paymentsPriceId: 'price_x' }, 400],
])('responds to %j in an offer with %d', async (more, status) => {
  const answer = await harness.as('admin')('POST', '/api/offers', { ...plan, ...more })
  expect(answer.status).toBe(status)
})

test('allows one active offer per slug, and rejects a change if its ETag is stale', async () => {
  const call = harness.as('admin')
  const first = await call('POST', '/api/offers', plan)
  const taken = await call('POST', '/api/offers', { ...plan, slug: 'plan' })
  expect([taken.status, taken.body['code']]).toEqual([409, 'slug_taken'])
  expect(taken.body['errors']).toMatchObject([{ path: 'slug' }])
  const twins = await Promise.all([1, 2].map(() => call('POST', '/api/offers', plan)))
  expect(twins.map(({ status, body }) => [status, body['slug']])).toEqual(
    twins.map(({ body }) => [201, `plan-${String(body['id']).slice(-8)}`]),
  )
  const path = `/api/offers/${toId(first)}`
  const etag = first.headers.get('etag') ?? ''
  expect((await call('PATCH', path, { name: 'B' }, { 'if-match': etag })).status).toBe(200)
  expect((await call('PATCH', path, { name: 'C' }, { 'if-match': etag })).status).toBe(412)
  await call('POST', `${path}/archive`)
  expect((await call('POST', '/api/offers', plan)).status).toBe(201)
})

test('shows visitors active offers without ids, and sells priced ones', async () => {
  const { call } = await harness.seller()
  const slug = harness.name(call.orgId)
  await call('POST', '/api/offers', { ...plan, slug: 'pro-plan' })
  await call('POST', '/api/offers', { name: 'Quote', billingModel: 'custom_quote' })
  const logoUrl = 'https://logos.example/plan.png'
  harness.configure(call.orgId, { logoUrl })
  const list = await harness.request(`/api/public/offers/${slug}`, {})
  expect(list.body['items']).toEqual([
    {
      name: 'Plan',
      description: '',
      priceCents: 500,
      currency: 'EUR',
      billingModel: 'recurring',
      interval: 'month',
      slug: 'pro-plan',
      requiresAccount: true,
    },
    expect.objectContaining({ slug: 'quote', requiresAccount: false }),
  ])
  expect(list.body).toMatchObject({ total: 2, limit: 25, offset: 0 })
  const one = await harness.request(`/api/public/offers/${slug}/pro-plan`, {})
  expect(one.body).toEqual({
    ...(list.body['items'] as unknown as object[])[0],
    seller: { name: slug, logoUrl },
  })
  const second = await harness.request(`/api/public/offers/${slug}?limit=1&offset=1`, {})
  expect(second.body).toMatchObject({ items: [{ slug: 'quote' }], total: 2, limit: 1, offset: 1 })
  expect((await harness.request(`/api/public/offers/${slug}?limit=101`, {})).status).toBe(400)
  expect((await harness.request(`/api/public/offers/${slug}/none`, {})).status).toBe(404)
  expect((await harness.request('/api/public/offers/no-such-org', {})).status).toBe(404)
  const quote = await harness.request(`/api/public/offers/${slug}/quote/checkout`, {
    method: 'POST',
  })
  expect(quote.body['code']).toBe('offer_not_priced')
  const anonymous = await harness.request(`/api/public/offers/${slug}/pro-plan/checkout`, {
    method: 'POST',
  })
  expect(anonymous.status).toBe(401)
  const buyer = await harness.as('member')(
    'POST',
    `/api/public/offers/${slug}/pro-plan/checkout`,
    {},
  )
  expect(String(buyer.body['url'])).toContain('/pay/checkout/')
  const payment = await (await fetch(String(buyer.body['url']))).text()
  expect(payment).toContain(`/p/${slug}/products/pro-plan?result=cancelled`)
})

test('refuses an offer until it is saved again if its price is on another account', async () => {
  const { call, accountId } = await harness.seller()
  const slug = harness.name(call.orgId)
  const id = toId(await call('POST', '/api/offers', { ...plan, slug: 'moved' }))
  await harness.deps.db
    .updateTable('offers')
    .set({ payments_account_id: 'acct_before' })
    .where('id', '=', id)
    .execute()
  const path = `/api/public/offers/${slug}/moved/checkout`
  const refused = await harness.request(path, { method: 'POST' })
  expect([refused.status, refused.body['code']]).toEqual([409, 'account_mismatch'])
  const saved = await call('PATCH', `/api/offers/${id}`, { name: 'Plan' })
  expect(saved.body['paymentsAccountId']).toBe(accountId)
  expect((await harness.request(path, { method: 'POST' })).status).toBe(200)
})

test('completes many checkouts at once, and opens one session per key even if it is sent several times', async () => {
  const { call } = await harness.seller()
  const slug = harness.name(call.orgId)
  await call('POST', '/api/offers', { ...plan, slug: 'busy' })
  const buy = async (key: string) => {
    const headers = { 'idempotency-key': `${slug}-${key}` }
    const answer = await harness.request(`/api/public/offers/${slug}/busy/checkout`, {
      method: 'POST',
      headers,
    })
    expect(answer.status).toBe(200)
    return String(answer.body['url'])
  }
  const urls = await Promise.all(Array.from({ length: 24 }, (_, n) => buy(String(n))))
  expect(new Set(urls).size).toBe(24)
  expect(await Promise.all(urls.map((_, n) => buy(String(n))))).toEqual(urls)
})

test('opens another session if another user sends the same key, and accepts keys of 255 characters', async () => {
  const { call } = await harness.seller()
  const slug = harness.name(call.orgId)
  await call('POST', '/api/offers', { ...plan, slug: 'shared' })
  const headers = { 'idempotency-key': 'k'.repeat(255) }
  const buy = (by: typeof call, email: string) =>
    by('POST', `/api/public/offers/${slug}/shared/checkout`, { email }, headers)
  const buyers = [harness.as('member'), harness.as('member')]
  const answers = await Promise.all(buyers.map((by, n) => buy(by, `${n}@buyers.example`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(answers.map(({ body }) => body['url'])).size).toBe(2)
  expect(harness.sandbox.payments.calls.filter(({ key }) => (key?.length ?? 0) > 255)).toEqual([])
})

test('triggers one rebuild of the site, with its token, when many changes arrive at once', async () => {
  await eventually(async () => {
    expect(await harness.deps.db.selectFrom('site_rebuild').select('id').execute()).toEqual([])
  })
  // The rebuild that earlier tests requested has been claimed and may still be running.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  rebuilds.length = 0
  const call = harness.as('admin')
  await Promise.all(
    [0, 1, 2, 3, 4].map((n) => call('POST', '/api/offers', { ...plan, slug: `s-${n}` })),
  )
  await eventually(() => expect(rebuilds).toEqual(['POST Bearer site-token']))
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(rebuilds).toHaveLength(1)
})

test('responds 404 in public until an unpublished offer is published', async () => {
  const { call } = await harness.seller()
  const slug = harness.name(call.orgId)
  const hidden = await call('POST', '/api/offers', { ...plan, published: false })
  expect(hidden.body['published']).toBe(false)
  const shown = await call('POST', '/api/offers', { ...plan, name: 'Shown', slug: 'shown' })
  expect(shown.body['published']).toBe(true)
  const ofPublic = `/api/public/offers/${slug}`
  const one = `${ofPublic}/${String(hidden.body['slug'])}`
  const listed = async () =>
    (await harness.request(ofPublic, {})).body['items'] as unknown as { name: string }[]
  expect((await listed()).map(({ name }) => name)).toEqual(['Shown'])
  expect(toRefusal(await harness.request(one, {}))).toEqual([404, 'not_found'])
  const checkout = () => harness.request(`${one}/checkout`, { method: 'POST' })
  expect(toRefusal(await checkout())).toEqual([404, 'not_found'])
  const path = `/api/offers/${toId(hidden)}`
  const stranger = harness.as('owner')
  expect((await stranger('PATCH', path, { published: true })).status).toBe(404)
  expect((await call('PATCH', path, { published: 'yes' })).status).toBe(400)
  const price = hidden.body['paymentsPriceId']
  const published = await call('PATCH', path, { published: true })
  expect(published.body).toMatchObject({ published: true, paymentsPriceId: price })
  expect((await harness.request(one, {})).status).toBe(200)
  expect((await checkout()).status).toBe(200)
})

test("shows a visitor none of the owner's messages if an offer cannot be bought", async () => {
  const { call, accountId } = await harness.seller()
  const slug = harness.name(call.orgId)
  const offer = await call('POST', '/api/offers', { ...plan, name: 'Care', slug: 'care' })
  const { db } = harness.deps
  await db
    .updateTable('offers')
    .set({ payments_account_id: `${accountId}_other` })
    .where('id', '=', toId(offer))
    .execute()
  const noted: unknown[] = []
  harness.bus.nc.subscribe(harness.bus.subject(`events.${call.orgId}.offer.sale_refused`), {
    callback: (_, message) => void noted.push(message.json<{ data: unknown }>().data),
  })
  await harness.bus.nc.flush()
  const buy = () => harness.request(`/api/public/offers/${slug}/care/checkout`, { method: 'POST' })
  const [refused] = await Promise.all([buy(), buy(), buy()])
  expect(toRefusal(refused)).toEqual([409, 'account_mismatch'])
  expect(refused.body['detail']).toBe(
    'This cannot be bought online right now. Please contact the company.',
  )
  const told = { offerId: toId(offer), name: 'Care', code: 'account_mismatch' }
  await eventually(async () => expect(noted).toEqual([told]))
  // The owner hears of the cause again on the next day only.
  expect((await buy()).status).toBe(409)
  harness.clock.offsetMs += 86_400_000
  expect((await buy()).status).toBe(409)
  harness.clock.offsetMs -= 86_400_000
  await eventually(async () => expect(noted).toEqual([told, told]))
})
