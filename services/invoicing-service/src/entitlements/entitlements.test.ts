import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { toId } from '../../test/harness.ts'
import { sellerAccount, startPaymentsHarness } from '../../test/payments-harness.ts'
import { event, post } from '../../test/webhooks.ts'

const harness = await startPaymentsHarness({
  env: {
    ENTITLEMENT_SELLER_ACCOUNT_ID: sellerAccount,
    ENTITLEMENT_OFFER_SLUGS: 'pro-plan',
    CREDIT_TOPUP_OFFER_SLUGS: 'credits-10',
  },
})
afterAll(() => harness.stop())

test('follows a subscription in any order of events, only for the seller’s account and listed offers', async () => {
  const subscription = (id: string, orgId: string, status: string, slug = 'pro-plan') => ({
    id,
    status,
    customer: 'cus_1',
    items: { data: [{ current_period_end: Math.floor(Date.now() / 1000) + 86_400 }] },
    metadata: { org_id: orgId, offer_slug: slug },
  })
  const readGate = async (orgId: string) =>
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
            harness,
            'offers',
            event(type, sellerAccount, subscription(`sub_${orgId}`, orgId, status), {
              created: at,
            }),
          )
        }
        expect((await readGate(orgId))['plan']).toBe(ends ? 'free' : 'pro')
      },
    ),
    { numRuns: 10 },
  )
  const { orgId } = harness.as('owner')
  await post(
    harness,
    'offers',
    event('customer.subscription.created', 'acct_other', subscription('sub_a', orgId, 'active')),
  )
  await post(
    harness,
    'offers',
    event(
      'customer.subscription.created',
      sellerAccount,
      subscription('sub_b', orgId, 'active', 'unlisted'),
    ),
  )
  expect(await readGate(orgId)).toMatchObject({ plan: 'free', until: null, topupsAvailable: true })
})

test('keeps one permanent grant even if the operator gives it several times', async () => {
  const { orgId } = harness.as('owner')
  const operator = harness.as('member', orgId, { isAdmin: true })
  harness.name(orgId)
  const path = `/api/entitlements/admin/orgs/${orgId}/grant-permanent`
  expect((await harness.as('owner', orgId)('POST', path)).status).toBe(403)
  const grants = await Promise.all(Array.from({ length: 4 }, () => operator('POST', path)))
  expect(new Set(grants.map(toId)).size).toBe(1)
  expect(grants[0]?.body).toMatchObject({ plan: 'pro', until: null, paymentsSubscriptionId: null })
  expect((await operator('GET', '/api/entitlements/gate')).body).toMatchObject({
    plan: 'pro',
    until: null,
  })
})

test('responds 404 and leaves nothing behind when the org of a grant does not exist', async () => {
  const operator = harness.as('member', undefined, { isAdmin: true })
  for (const orgId of ['org_nobody', harness.name(harness.as('owner').orgId), 'x'.repeat(300)]) {
    const answer = await operator('POST', `/api/entitlements/admin/orgs/${orgId}/grant-permanent`)
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found'])
  }
})

test('returns the first grant when an Idempotency-Key is repeated', async () => {
  const { orgId } = harness.as('owner')
  harness.name(orgId)
  const operator = harness.as('member', undefined, { isAdmin: true })
  const grant = () =>
    operator('POST', `/api/entitlements/admin/orgs/${orgId}/grant-permanent`, undefined, {
      'idempotency-key': orgId,
    })
  const first = await grant()
  const again = await grant()
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
})

const statement = (id: string, status: string, more: object = {}) => ({
  id,
  status,
  customer: 'cus_1',
  ...more,
})
const end = Math.floor(Date.now() / 1000) + 86_400
const period = { items: { data: [{ current_period_end: end }] } }

test('keeps the event that arrives later if two were created in the same second, unless it is a beginning', async () => {
  const { orgId } = harness.as('owner')
  const metadata = { org_id: orgId, offer_slug: 'pro-plan' }
  const created = Math.floor(Date.now() / 1000)
  const say = async (type: string, status: string): Promise<unknown> => {
    const object = statement(`sub_${orgId}`, status, { metadata, ...period })
    await post(
      harness,
      'offers',
      event(`customer.subscription.${type}`, sellerAccount, object, { created }),
    )
    return (await harness.as('member', orgId)('GET', '/api/entitlements/gate')).body['plan']
  }
  expect(await say('updated', 'active')).toBe('pro')
  expect(await say('created', 'incomplete')).toBe('pro')
  expect(await say('updated', 'unpaid')).toBe('free')
  expect(await say('resumed', 'active')).toBe('pro')
  expect(await say('paused', 'paused')).toBe('free')
  expect(await say('created', 'active')).toBe('free')
})

test.each([
  ['first', ['active', 'trialing']],
  ['last', ['trialing', 'active']],
])(
  'keeps the later end if two ends were created in the same second, received %s',
  async (_case, order) => {
    const { orgId } = harness.as('owner')
    const metadata = { org_id: orgId, offer_slug: 'pro-plan' }
    const created = Math.floor(Date.now() / 1000)
    const say = (status: string, more: object) => {
      const object = statement(`sub_${orgId}`, status, { metadata, ...more })
      return post(
        harness,
        'offers',
        event('customer.subscription.updated', sellerAccount, object, { created }),
      )
    }
    for (const status of order)
      await say(status, status === 'active' ? period : { current_period_end: end - 9 })
    // An event without an end date does not shorten the access either.
    await say('past_due', {})
    const { db } = harness.deps
    const row = await db
      .selectFrom('entitlements')
      .select(['until', 'payments_status'])
      .where('org_id', '=', orgId)
      .executeTakeFirst()
    expect(row).toEqual({ until: new Date(end * 1000), payments_status: 'past_due' })
  },
)

test('follows a stored subscription without metadata and ends it even if its offer is no longer listed', async () => {
  const begin = async () => {
    const { orgId } = harness.as('owner')
    const id = `sub_${orgId}`
    const metadata = { org_id: orgId, offer_slug: 'pro-plan' }
    const say = (type: string, object: object, created: number) =>
      post(
        harness,
        'offers',
        event(`customer.subscription.${type}`, sellerAccount, object, { created }),
      )
    await say('created', statement(id, 'active', { metadata, ...period }), 1)
    return {
      id,
      say,
      gate: async () => (await harness.as('member', orgId)('GET', '/api/entitlements/gate')).body,
    }
  }
  const bare = await begin()
  await bare.say('updated', statement(bare.id, 'past_due'), 2)
  expect(await bare.gate()).toMatchObject({
    plan: 'pro',
    until: new Date(end * 1000).toISOString(),
  })
  await bare.say('updated', { id: bare.id }, 3)
  expect(await bare.gate()).toMatchObject({ plan: 'pro' })
  await bare.say('deleted', { id: bare.id }, 4)
  expect(await bare.gate()).toMatchObject({ plan: 'free' })
  const delisted = await begin()
  const metadata = { org_id: 'org_x', offer_slug: 'old-plan' }
  await delisted.say(
    'updated',
    statement(delisted.id, 'active', { metadata, current_period_end: end + 9 }),
    2,
  )
  expect(await delisted.gate()).toMatchObject({
    plan: 'pro',
    until: new Date(end * 1000).toISOString(),
  })
  await delisted.say('deleted', statement(delisted.id, 'canceled', { metadata }), 3)
  expect(await delisted.gate()).toMatchObject({ plan: 'free' })
})
