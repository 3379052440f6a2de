import { afterAll, expect, test } from 'vitest'
import { createCustomer, startHarness, toId } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const lineItems = [
  {
    description: 'Work',
    quantity: 2.5,
    unitAmountCents: 10_001,
    unit: 'hours',
    discountBps: 1_000,
  },
  { description: 'Book', quantity: 1, unitAmountCents: 5_000, vatRateBps: 700 },
  {
    description: 'Repair\nof the roof',
    quantity: 1,
    unitAmountCents: 30_000,
    vatCategory: 'reverse_charge',
    vatReason: '§ 13b UStG',
  },
]
const texts = {
  note: 'Thank you for the order.',
  footer: 'See you soon.',
  orderNumber: 'PO-77',
  buyerReference: '04011000-1234512345-06',
  contractNumber: 'C-1',
}

test('keeps units, discounts, rates and categories of lines, and adds up each at its own rate', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const draft = await call('POST', '/api/invoicing', {
    customerId,
    lineItems,
    vatRateBps: 1_900,
    ...texts,
    serviceFrom: '2026-10-01',
    serviceTo: '2026-10-31',
    recipients: { to: ['office@bakery.example'], cc: [] },
  })
  expect(draft.status).toBe(201)
  expect(draft.body).toMatchObject({
    lineItems,
    ...texts,
    serviceFrom: '2026-10-01',
    serviceTo: '2026-10-31',
    recipients: { to: ['office@bakery.example'], cc: [] },
    // 22,502.25 + 5,000 + 30,000, and 19 % and 7 % of the first two.
    subtotalAmountCents: 57_502,
    vatAmountCents: 4_275 + 350,
    totalAmountCents: 62_127,
  })
  const id = toId(draft)
  const cleared = await call('PATCH', `/api/invoicing/${id}`, {
    note: null,
    serviceTo: '2026-11-02',
    recipients: { to: [], cc: [] },
  })
  expect(cleared.body).toMatchObject({
    note: null,
    footer: texts.footer,
    serviceFrom: '2026-10-01',
    serviceTo: '2026-11-02',
    recipients: null,
    lineItems,
    totalAmountCents: 62_127,
  })
  const issued = await call('POST', `/api/invoicing/${id}/finalize`)
  expect([issued.status, issued.body['lineItems']]).toEqual([200, lineItems])
})

test('credits each VAT rate up to its own rest, and the last note takes what is left', async () => {
  const call = harness.as('admin')
  const draft = await call('POST', '/api/invoicing', {
    customerId: await createCustomer(call),
    lineItems,
    vatRateBps: 1_900,
  })
  const path = `/api/invoicing/${toId(draft)}`
  await call('POST', `${path}/finalize`)
  const credit = (body: object) => call('POST', `${path}/credit-notes`, { reason: 'Less', ...body })
  const book = { description: 'Book', quantity: 1, unitAmountCents: 5_000, vatRateBps: 700 }
  expect((await credit({ lineItems: [book] })).body).toMatchObject({ totalAmountCents: 5_350 })
  const again = await credit({ lineItems: [book] })
  expect([again.status, again.body['code']]).toEqual([409, 'exceeds_invoice'])
  const part = await credit({ amountCents: 10_000 })
  // 26,777 with 19 % and 30,000 without VAT are left, and the note divides by their sums.
  expect(part.body).toMatchObject({ subtotalAmountCents: 9_247, vatAmountCents: 753 })
  const last = await credit({})
  expect(last.body).toMatchObject({
    subtotalAmountCents: 52_502 - 9_247,
    vatAmountCents: 4_275 - 753,
  })
  const invoice = await call('GET', path)
  expect(invoice.body).toMatchObject({ creditedCents: 62_127, amountDueCents: 0 })
})

test.each([
  ['a discount above 100 %', { discountBps: 10_001 }],
  ['a negative discount', { discountBps: -1 }],
  ['a broken discount', { discountBps: 1.5 }],
  ['an unknown category', { vatCategory: 'free' }],
  ['a blank unit', { unit: '\u200b' }],
  ['a long unit', { unit: 'x'.repeat(31) }],
  ['a long reason', { vatCategory: 'exempt', vatReason: 'x'.repeat(201) }],
])('rejects a line with %s', async (_what, field) => {
  const call = harness.as('admin')
  const refused = await call('POST', '/api/invoicing', {
    customerId: 'cus_x',
    lineItems: [{ description: 'Work', quantity: 1, unitAmountCents: 100, ...field }],
  })
  expect([refused.status, refused.body['code']]).toEqual([400, 'validation_failed'])
})

test('rejects texts and lists that are too long, and a service that ends before it begins', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const create = (fields: object) =>
    call('POST', '/api/invoicing', {
      customerId,
      lineItems: [{ description: 'Work', quantity: 1, unitAmountCents: 100 }],
      ...fields,
    })
  const addresses = Array.from({ length: 11 }, (_, n) => `a${n}@bakery.example`)
  for (const bad of [
    { note: 'x'.repeat(2_001) },
    { footer: ' ' },
    { orderNumber: 'x'.repeat(101) },
    { serviceFrom: 'soon' },
    { recipients: { to: addresses } },
    { recipients: { to: ['no address'] } },
  ])
    expect((await create(bad)).status).toBe(400)
  const taxed = { description: 'Work', quantity: 1, unitAmountCents: 100, vatRateBps: 1 }
  const refused = await create({ lineItems: [{ ...taxed, vatCategory: 'export' }] })
  expect([refused.status, refused.body['code']]).toEqual([422, 'vat_rate_invalid'])
  const turned = await create({ serviceFrom: '2026-10-02', serviceTo: '2026-10-01' })
  expect([turned.status, turned.body['code']]).toEqual([422, 'service_period_invalid'])
})
