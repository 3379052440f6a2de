import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PaymentsHarness,
  sellerAccount,
  startPaymentsHarness,
} from '../../test/payments-harness.ts'
import { event, post } from '../../test/webhooks.ts'

let harness: PaymentsHarness
let accountId: string
beforeAll(async () => {
  harness = await startPaymentsHarness({
    env: { ENTITLEMENT_SELLER_ACCOUNT_ID: sellerAccount, ENTITLEMENT_OFFER_SLUGS: 'pro-plan' },
  })
  accountId = (await harness.seller()).accountId
})
afterAll(() => harness.stop())

const random = (length: number) =>
  Array.from({ length }, () => Math.floor(Math.random() * 36).toString(36)).join('')
const strange = [1e15, 9e15, -1, 1.5, 'soon', null, { a: 1 }, [], random(50_000), '\u0000', '']

test.each(
  strange.map((value) => [typeof value === 'string' ? value.length : value, value] as const),
)('acknowledges signed events in which every field is %j', async (_shown, value) => {
  const created = { created: value }
  const amounts = {
    subtotal: value,
    total: value,
    amount_paid: value,
    amount_subtotal: value,
    amount_total: value,
  }
  const buyer = {
    customer: value,
    customer_email: value,
    customer_name: value,
    metadata: { org_id: value, offer_slug: value },
  }
  const own = { id: `x_${random(8)}`, billing_reason: 'subscription_cycle', payment_status: 'paid' }
  const objects = [
    { ...own, ...created },
    { ...own, ...created, ...buyer, due_date: value, currency: value, number: value },
    { ...own, ...amounts, ...created, status_transitions: { finalized_at: value } },
    { ...own, id: value },
    {
      ...own,
      status: value,
      current_period_end: value,
      metadata: { org_id: 'org_x', offer_slug: 'pro-plan' },
    },
    {
      ...own,
      status: 'active',
      current_period_end: value,
      metadata: { org_id: value, offer_slug: 'pro-plan' },
    },
  ]
  const types = [
    ['invoicing', 'invoice.paid'],
    ['offers', 'checkout.session.completed'],
    ['offers', 'checkout.session.expired'],
    ['offers', 'customer.subscription.updated'],
    ['connect', 'account.updated'],
  ] as const
  for (const [endpoint, type] of types) {
    for (const object of objects) {
      for (const account of [accountId, sellerAccount, value]) {
        for (const more of [{}, created]) {
          const hostile = event(type, account as string, object, more)
          const answer = await post(harness, endpoint, hostile)
          expect([type, answer.status, answer.text]).toEqual([type, 200, '{"received":true}'])
        }
      }
    }
  }
})

test('responds with a client error if a path or body has characters that PostgreSQL rejects', async () => {
  const call = harness.as('owner')
  for (const text of ['\u0000', '\ud800', random(5_000), '%']) {
    const path = encodeURIComponent(text.toWellFormed())
    for (const [method, at, body] of [
      ['GET', `/api/public/offers/${path}`, undefined],
      ['GET', `/api/public/offers/${path}/${path}`, undefined],
      ['POST', `/api/public/offers/${path}/${path}/checkout`, {}],
      ['GET', `/api/offers/${path}`, undefined],
      ['POST', `/api/invoicing/schedules/${path}/resume`, { catchUp: true }],
      ['POST', `/api/invoicing/schedules/${path}/retry`, undefined],
      ['POST', `/api/invoicing/schedules/${path}/adopt-offer`, undefined],
      ['POST', '/api/invoicing/schedules', { customerId: text, offerId: text }],
      ['POST', '/api/entitlements/checkout', { offerSlug: text }],
      ['POST', '/api/offers', { name: text, priceCents: 1, billingModel: 'one_off' }],
    ] as const) {
      const { status } = await call(method, at, body)
      expect([at.slice(0, 60), status >= 500 ? status : 'fine']).toEqual([at.slice(0, 60), 'fine'])
    }
  }
  for (const [key, broken] of Object.entries({ a: '{', b: '[]', c: '""', d: 'null' })) {
    const answer = await call('POST', '/api/offers', broken, { 'idempotency-key': key })
    expect(answer.status).toBe(400)
  }
})
