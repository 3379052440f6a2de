import { expect, test } from 'vitest'
import { paymentsSuite } from '../../test/payments-harness.ts'
import { event, post } from '../../test/webhooks.ts'

const { harness } = await paymentsSuite()
const { state, faults } = harness.sandbox.payments

/** Returns a paid subscription invoice of 100 plus 20 % VAT, changed by `more`. */
const sold = (accountId: string, more: object) => ({
  id: `in_${accountId}`,
  number: 'P-1',
  billing_reason: 'subscription_cycle',
  currency: 'eur',
  customer: null,
  customer_email: 'buyer@example.com',
  status: 'paid',
  customer_address: { country: 'FR' },
  subtotal: 10_000,
  total_excluding_tax: 10_000,
  total: 12_000,
  amount_paid: 12_000,
  ...more,
})

type Recorded = { id: string; lineItems: Array<{ description: string; unitAmountCents: number }> }

/** Creates a seller with all details that an e-invoice needs. */
async function createSeller() {
  const seller = await harness.seller()
  const details = { name: 'Harbour Studio', city: 'Lyon', country: 'FR', taxId: 'FR40987654321' }
  await seller.call('PUT', '/api/invoicing/seller', details)
  return seller
}

/** Records an event and returns the org's only invoice. */
async function record(more: object) {
  const { call, accountId } = await createSeller()
  const answer = await post(
    harness,
    'invoicing',
    event('invoice.paid', accountId, sold(accountId, more)),
  )
  const [invoice] = (await call('GET', '/api/invoicing')).body['items'] as unknown as Recorded[]
  return { call, accountId, answer, invoice }
}

const adjusted = /Allowance|ChargeTotal/

test('states the processor’s discount in the document, over the period of its lines', async () => {
  const { call, invoice } = await record({
    total_excluding_tax: 8_000,
    total: 9_600,
    amount_paid: 9_600,
    total_discount_amounts: [{ amount: 2_000, discount: 'di_1' }],
    lines: {
      data: [
        {
          description: 'Plan',
          amount: 10_000,
          period: { start: 1_790_812_800, end: 1_793_491_200 },
        },
      ],
    },
  })
  expect(invoice).toMatchObject({ vatRateBps: 2_000, totalAmountCents: 9_600 })
  const { text } = await call('GET', `/api/invoicing/${invoice?.id}/e-invoice`)
  for (const stated of [
    '<ram:LineTotalAmount>100.00</ram:LineTotalAmount>',
    '<ram:AllowanceTotalAmount>20.00</ram:AllowanceTotalAmount>',
    '<ram:TaxBasisTotalAmount>80.00</ram:TaxBasisTotalAmount>',
    '<ram:GrandTotalAmount>96.00</ram:GrandTotalAmount>',
    '<ram:TotalPrepaidAmount>96.00</ram:TotalPrepaidAmount>',
    '<ram:StartDateTime><udt:DateTimeString format="102">20261001</udt:DateTimeString></ram:StartDateTime>',
    '<ram:EndDateTime><udt:DateTimeString format="102">20261031</udt:DateTimeString></ram:EndDateTime>',
  ]) {
    expect(text).toContain(stated)
  }
})

test.each([
  [
    'whose price includes the tax',
    { subtotal: 12_000 },
    [
      {
        description: 'Plan',
        amount: 12_000,
        taxes: [{ amount: 2_000, tax_behavior: 'inclusive' }],
      },
    ],
    [{ description: 'Plan', unitAmountCents: 10_000 }],
  ],
  [
    'whose price includes the tax, of an older API version',
    { subtotal: 12_000 },
    [{ description: 'Plan', amount: 12_000, tax_amounts: [{ amount: 2_000, inclusive: true }] }],
    [{ description: 'Plan', unitAmountCents: 10_000 }],
  ],
  [
    'with a discount of a price that includes the tax',
    { subtotal: 15_000, total_discount_amounts: [{ amount: 3_000 }] },
    [
      {
        description: 'Plan',
        amount: 15_000,
        discount_amounts: [{ amount: 3_000 }],
        taxes: [{ amount: 2_000, tax_behavior: 'inclusive' }],
      },
    ],
    [{ description: 'Plan', unitAmountCents: 10_000 }],
  ],
  [
    'with tax on top',
    {},
    [
      { description: 'Plan', amount: 9_000, taxes: [{ amount: 1_800, tax_behavior: 'exclusive' }] },
      { description: 'Seat', amount: 1_000, taxes: [{ amount: 200, tax_behavior: 'exclusive' }] },
    ],
    [
      { description: 'Plan', unitAmountCents: 9_000 },
      { description: 'Seat', unitAmountCents: 1_000 },
    ],
  ],
  [
    'whose lines do not say what they include',
    { subtotal: 12_000 },
    [{ description: 'Plan', amount: 12_000 }],
    [{ description: 'Subscription', unitAmountCents: 10_000 }],
  ],
  [
    'that costs more than its lines',
    { subtotal: 9_000 },
    [{ description: 'Plan', amount: 9_000 }],
    [{ description: 'Subscription', unitAmountCents: 10_000 }],
  ],
])(
  'states neither a discount nor a surcharge if a sale is %s',
  async (_case, amounts, data, lineItems) => {
    const { call, invoice } = await record({ ...amounts, lines: { data, has_more: false } })
    expect(invoice).toMatchObject({ lineItems, subtotalAmountCents: 10_000, vatAmountCents: 2_000 })
    expect((await call('GET', `/api/invoicing/${invoice?.id}/e-invoice`)).text).not.toMatch(
      adjusted,
    )
  },
)

/** Puts invoice lines at the processor. An event contains only 10 of them. */
function linesAtProcessor(accountId: string, count: number) {
  const data = Array.from({ length: count }, (_, n) => ({
    id: `il_${accountId}_${n}`,
    object: 'line_item' as const,
    currency: 'eur',
    tax: 0,
    description: `Seat ${n}`,
    amount: n === 0 ? 10_000 - (count - 1) : 1,
  }))
  const account = state.accounts.get(accountId)
  const [customer] = account?.customers.keys() ?? []
  const object = {
    ...sold(accountId, {}),
    customer,
    lines: { object: 'list', data, has_more: false },
  }
  account?.invoices.set(object.id, object as never)
  return { ...sold(accountId, {}), lines: { data: data.slice(0, 10), has_more: true } }
}

test('fetches lines from the processor once if the event has only some of them', async () => {
  const { call, accountId } = await createSeller()
  const fetched: string[] = []
  harness.watch.observe = (request, moment) => {
    if (moment === 'before' && request.endsWith('/lines')) fetched.push(request)
  }
  const paid = event('invoice.paid', accountId, linesAtProcessor(accountId, 120))
  faults.add({ kind: 'status', status: 503, match: '/lines' })
  expect((await post(harness, 'invoicing', paid)).status).toBe(503)
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(0)
  for (const _ of [1, 2]) expect((await post(harness, 'invoicing', paid)).status).toBe(200)
  const [invoice] = (await call('GET', '/api/invoicing')).body['items'] as unknown as Recorded[]
  expect(invoice?.lineItems).toHaveLength(120)
  expect(invoice?.lineItems.at(-1)).toMatchObject({ description: 'Seat 119', unitAmountCents: 1 })
  expect((await call('GET', `/api/invoicing/${invoice?.id}/e-invoice`)).text).not.toMatch(adjusted)
  expect(fetched).toHaveLength(3)
})

test('records an old sale without waiting for its lines, so that later events are not held up', async () => {
  const { call, accountId } = await harness.seller()
  const created = Math.floor(Date.now() / 1000) - 3_660
  const paid = event('invoice.paid', accountId, linesAtProcessor(accountId, 120), { created })
  faults.add({ kind: 'status', status: 503, match: '/lines' })
  expect((await post(harness, 'invoicing', paid)).status).toBe(200)
  const lineItems = [{ description: 'Subscription', quantity: 1, unitAmountCents: 10_000 }]
  expect((await call('GET', '/api/invoicing')).body['items']).toMatchObject([{ lineItems }])
})

test('records one line over the net amount if there are too many lines or the processor refuses them', async () => {
  const { call, accountId } = await harness.seller()
  const many = linesAtProcessor(accountId, 501)
  await post(harness, 'invoicing', event('invoice.paid', accountId, many))
  const unknown = { ...many, id: `in_unknown_${accountId}` }
  await post(harness, 'invoicing', event('invoice.paid', accountId, unknown))
  const invoices = (await call('GET', '/api/invoicing')).body['items'] as unknown as Recorded[]
  const lineItems = [{ description: 'Subscription', quantity: 1, unitAmountCents: 10_000 }]
  expect(invoices).toMatchObject([{ lineItems }, { lineItems }])
})

test('requests nothing from the processor if no org has connected the account', async () => {
  const asked: string[] = []
  harness.watch.observe = (request) => void asked.push(request)
  const lines = { data: [], has_more: true }
  await post(
    harness,
    'invoicing',
    event('invoice.paid', 'acct_nobody', sold('acct_nobody', { lines })),
  )
  expect(asked.filter((request) => request.includes('lines'))).toEqual([])
})
