import { expect, test } from 'vitest'
import { toRefusal } from '../../test/harness.ts'
import { paymentsSuite, sellerAccount } from '../../test/payments-harness.ts'
import { event, post } from '../../test/webhooks.ts'

const { harness } = await paymentsSuite({
  env: { ENTITLEMENT_SELLER_ACCOUNT_ID: sellerAccount, ENTITLEMENT_OFFER_SLUGS: 'pro-plan' },
})
const end = Math.floor(Date.now() / 1000) + 86_400

const subscribe = (orgId: string, customer: string, more: object = {}, type = 'updated') => {
  const metadata = { org_id: orgId, offer_slug: 'pro-plan' }
  const items = { data: [{ current_period_end: end }] }
  const object = { id: `sub_${orgId}`, status: 'active', customer, metadata, items, ...more }
  return post(harness, 'offers', event(`customer.subscription.${type}`, sellerAccount, object))
}

test('refuses the portal if there is no plan, and to a member', async () => {
  const call = harness.as('owner')
  expect(toRefusal(await call('POST', '/api/entitlements/portal'))).toEqual([
    409,
    'no_subscription',
  ])
  const member = harness.as('member', call.orgId)
  expect(toRefusal(await member('POST', '/api/entitlements/portal'))).toEqual([403, 'forbidden'])
})

test('opens the portal of the org’s own customer, also after the plan has ended', async () => {
  const call = harness.as('owner')
  const { state } = harness.sandbox.payments
  const { accountId } = await harness.seller()
  const account = state.accounts.get(accountId)
  if (account === undefined) throw new Error('no account')
  state.accounts.set(sellerAccount, account)
  const customer = `cus_${call.orgId}`
  account.customers.set(customer, {
    id: customer,
    object: 'customer',
    name: 'Ada',
    email: 'ada@example.test',
    address: null,
    created: 0,
    livemode: false,
    metadata: {},
  })
  await subscribe(call.orgId, customer)
  const opened = await call('POST', '/api/entitlements/portal')
  expect(opened.status).toBe(200)
  expect(String(opened.body['url'])).toContain(`/portal/${sellerAccount}/${customer}`)
  await subscribe(call.orgId, customer, { status: 'canceled' }, 'deleted')
  expect((await call('POST', '/api/entitlements/portal')).body['url']).toContain(customer)
  const other = harness.as('owner')
  expect(toRefusal(await other('POST', '/api/entitlements/portal'))).toEqual([
    409,
    'no_subscription',
  ])
})

test.each(['trial_will_end', 'pending_update_applied', 'pending_update_expired'])(
  'handles the event %s like any other subscription event',
  async (type) => {
    const call = harness.as('owner')
    await subscribe(call.orgId, 'cus_1', { status: 'trialing' }, type)
    const until = new Date(end * 1000).toISOString()
    expect((await call('GET', '/api/entitlements/gate')).body).toMatchObject({ plan: 'pro', until })
  },
)

test('ends access with the subscription if it ends before its period', async () => {
  const call = harness.as('owner')
  await subscribe(call.orgId, 'cus_1', { cancel_at: end - 3_600 })
  const until = new Date((end - 3_600) * 1000).toISOString()
  expect((await call('GET', '/api/entitlements/gate')).body).toMatchObject({ plan: 'pro', until })
})
