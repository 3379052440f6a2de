import { afterAll, expect, test } from 'vitest'
import { sellerAccount, startPaymentsHarness, visit } from '../../test/payments-harness.ts'
import { event, post } from '../../test/webhooks.ts'

const harness = await startPaymentsHarness({
  env: { ENTITLEMENT_SELLER_ACCOUNT_ID: sellerAccount, CREDIT_TOPUP_OFFER_SLUGS: 'credits-10' },
})
afterAll(() => harness.stop())

test("seeds a top-up from its slug, sells it through the seller's account and mints its credits once", async () => {
  const seller = await harness.seller()
  const { accounts } = harness.sandbox.payments.state
  const held = accounts.get(seller.accountId)
  if (held === undefined) throw new Error('the account is missing')
  // The configuration names the seller's account before the account exists here.
  held.account.id = sellerAccount
  accounts.set(sellerAccount, held)
  await harness.deps.db
    .updateTable('payment_accounts')
    .set({ account_id: sellerAccount })
    .where('org_id', '=', seller.call.orgId)
    .execute()
  const buyer = harness.as('member')
  // The offer is on sale before its first purchase.
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({
    balance: 0,
    total: 0,
    transactions: [],
    topups: [{ slug: 'credits-10', name: '10,000 credits', billingModel: 'one_off' }],
  })
  expect((await buyer('POST', '/api/credits/checkout', { offerSlug: 'credits-99' })).status).toBe(
    404,
  )
  const catalog = `/api/public/offers/${harness.name(seller.call.orgId)}`
  const inPublic = async (slug: string) =>
    (await harness.request(`${catalog}/${slug}/checkout`, { method: 'POST' })).body['code']
  expect(await inPublic('credits-10')).toBe('requires_account')
  expect(await inPublic('credits-99')).toBe('not_found')
  const checkout = await buyer('POST', '/api/credits/checkout', { offerSlug: 'credits-10' })
  expect([checkout.status, checkout.text]).toEqual([200, checkout.text])
  const { deliveries } = harness.sandbox.payments
  deliveries.switches.duplicates = 3
  await visit(String(checkout.body['url']), { email: 'me@example.com', name: 'Me' })
  await deliveries.settled()
  deliveries.switches.duplicates = 0
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({
    balance: 10_000,
    reserved: 0,
    metered: false,
    total: 1,
    limit: 25,
    offset: 0,
    transactions: [
      { kind: 'topup', credits: 10_000, balance: 10_000, reference: expect.any(String) },
    ],
    topups: [{ slug: 'credits-10', priceCents: 1_000, requiresAccount: true }],
  })
  expect((await buyer('GET', '/api/entitlements/gate')).body).toMatchObject({
    credits: { balance: 10_000 },
  })
})

test('takes back the credits of a top-up when the seller refunds its payment', async () => {
  const buyer = harness.as('member')
  const checkout = await buyer('POST', '/api/credits/checkout', { offerSlug: 'credits-10' })
  const { deliveries, state } = harness.sandbox.payments
  await visit(String(checkout.body['url']), { email: 'back@example.com', name: 'Back' })
  await deliveries.settled()
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({ balance: 10_000 })
  const invoice = [...(state.accounts.get(sellerAccount)?.invoices.values() ?? [])].at(-1)
  await visit(`${harness.sandbox.url}/payments/${sellerAccount}/invoices/${invoice?.id}/refund`)
  await deliveries.settled()
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({
    balance: 0,
    transactions: [{ kind: 'refund', credits: -10_000 }, { kind: 'topup' }],
  })
})

test('mints the credits of the slug if a paid top-up states no amount', async () => {
  const buyer = harness.as('member')
  // The previous test gave the operator's account an org.
  const session = {
    id: `cs_bare_${buyer.userId}`,
    payment_status: 'paid',
    metadata: { purpose: 'credits', user_id: buyer.userId, offer_slug: 'credits-10' },
  }
  await post(harness, 'offers', event('checkout.session.completed', sellerAccount, session))
  expect((await buyer('GET', '/api/credits')).body).toMatchObject({ balance: 10_000 })
})
