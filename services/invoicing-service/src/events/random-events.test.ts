import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toId } from '../../test/harness.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../../test/payments-harness.ts'
import { anOpenInvoice, event, paths, post } from '../../test/webhooks.ts'
import { findEndpoint } from './receive-event.ts'

let harness: PaymentsHarness
let account: string
let invoiceId: string
beforeAll(async () => {
  harness = await startPaymentsHarness({ env: { ENTITLEMENT_SELLER_ACCOUNT_ID: 'acct_operator' } })
  const opened = await anOpenInvoice(harness)
  account = opened.accountId
  invoiceId = opened.processorId
})
afterAll(() => harness.stop())

const endpoints = Object.keys(paths) as Array<keyof typeof paths>

test.each(endpoints)(
  'does not respond 500 if an event of %s is from the year 31,690,708',
  async (endpoint) => {
    const types = {
      invoicing: 'invoice.paid',
      offers: 'checkout.session.completed',
      connect: 'account.updated',
    }
    const object = { id: `x_${endpoint}`, created: 1e15, payment_status: 'paid', amount_total: 5 }
    const body = event(types[endpoint], account, object, { created: 1e15 })
    expect((await post(harness, endpoint, body)).status).toBe(200)
  },
)

test('records a subscription’s invoice at the event time if its own time is absurd', async () => {
  const object = {
    id: 'in_absurd',
    billing_reason: 'subscription_cycle',
    total: 500,
    currency: 'eur',
    customer: 'cus_absurd',
    created: 1e15,
    due_date: -1e15,
    status_transitions: { finalized_at: 1e15 },
  }
  expect(
    (await post(harness, 'invoicing', event('invoice.paid', account, object, { created: 1e15 })))
      .status,
  ).toBe(200)
  const row = await harness.deps.db
    .selectFrom('invoices')
    .select('issue_date')
    .where('payments_invoice_id', '=', 'in_absurd')
    .executeTakeFirstOrThrow()
  expect(Math.abs(Date.now() - Number(row.issue_date))).toBeLessThan(86_400_000)
})

test('does not rank an event from the future above later ones', async () => {
  const { call, accountId } = await harness.seller()
  const state = (charges_enabled: boolean, created: number) =>
    post(
      harness,
      'connect',
      event('account.updated', accountId, { id: accountId, charges_enabled }, { created }),
    )
  await state(true, 9_999_999_999)
  await state(false, Math.floor(Date.now() / 1000) + 60)
  const row = await harness.deps.db
    .selectFrom('payment_accounts')
    .select('charges_enabled')
    .where('org_id', '=', call.orgId)
    .executeTakeFirstOrThrow()
  expect(row.charges_enabled).toBe(false)
})

const absurd = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    '\u0000',
    '\ud800',
    1e15,
    1e300,
    -1e15,
    -1,
    0.5,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [null],
    { id: null },
    { id: '' },
    { data: [null] },
    { data: [{ amount: 1e15, description: null }] },
    '__proto__',
    'x'.repeat(10_000),
    { email: 'x'.repeat(10_000) },
    { metadata: { offer_id: 'x'.repeat(10_000), user_id: '\u0000' } },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const fields = [
  'id',
  'number',
  'billing_reason',
  'currency',
  'customer',
  'customer_email',
  'customer_name',
  'customer_address',
  'customer_details',
  'subtotal',
  'total',
  'amount_paid',
  'amount_total',
  'amount_subtotal',
  'total_details',
  'total_excluding_tax',
  'created',
  'due_date',
  'hosted_invoice_url',
  'invoice',
  'status_transitions',
  'lines',
  'parent',
  'subscription_details',
  'metadata',
  'status',
  'current_period_end',
  'items',
  'charges_enabled',
  'details_submitted',
]
const types = [
  'invoice.paid',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice.payment_failed',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'account.updated',
]
const plain = {
  id: 'x_1',
  billing_reason: 'subscription_create',
  payment_status: 'paid',
  mode: 'payment',
  status: 'active',
  currency: 'eur',
  total: 100,
  amount_total: 100,
}

test('responds 200 or 400 to a signed event with any content', async () => {
  let serial = 0
  const anEvent = fc.record({
    type: fc.oneof({ weight: 19, arbitrary: fc.constantFrom(...types) }, absurd),
    object: fc.oneof(
      { weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...fields), absurd, { maxKeys: 4 }) },
      { weight: 1, arbitrary: absurd },
    ),
    more: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      fc.dictionary(fc.constantFrom('id', 'account', 'created', 'data', 'livemode'), absurd, {
        maxKeys: 1,
      }),
    ),
    seller: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      anEvent,
      fc.constantFrom(...endpoints),
      async ({ type, object, more, seller }, any) => {
        const endpoint = (typeof type === 'string' ? findEndpoint(type) : undefined) ?? any
        serial += 1
        const isPlain = typeof object === 'object' && object !== null && !Array.isArray(object)
        const stated = isPlain ? { ...plain, id: `x_${serial}`, ...object } : object
        const answer = await post(harness, endpoint, {
          id: `evt_hostile_${serial}`,
          type,
          account: seller ? account : 'acct_operator',
          created: 1_800_000_000,
          data: { object: stated },
          ...more,
        })
        expect([200, 400], answer.text).toContain(answer.status)
      },
    ),
    { numRuns: 600, endOnFailure: true },
  )
  expect(invoiceId).not.toBe('')
})

test('lists, exports and renders the recorded sales', async () => {
  const orgs = await harness.deps.db
    .selectFrom('invoices')
    .select(['org_id', 'id'])
    .distinct()
    .limit(200)
    .execute()
  for (const { org_id, id } of orgs) {
    const call = harness.as('admin', org_id)
    expect((await call('GET', `/api/invoicing/${id}`)).status).toBe(200)
    expect((await call('GET', `/api/invoicing/${id}/pdf`)).status).toBe(200)
  }
  const [first] = orgs
  const call = harness.as('admin', first?.org_id)
  expect((await call('GET', '/api/invoicing/export.csv')).status).toBe(200)
  expect(toId(await call('GET', `/api/invoicing/${first?.id}`))).toBe(first?.id)
})
