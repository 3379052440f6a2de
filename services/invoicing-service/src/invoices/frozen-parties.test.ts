import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aCustomer,
  type Caller,
  createCustomer,
  createDraft,
  type Harness,
  idOf,
  startHarness,
} from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const seller = { name: 'Harbour Studio', line1: '1 Quay', city: 'Lyon', country: 'FR', taxId: 'FR1' }
const finalize = (call: Caller, id: string) => call('POST', `/api/invoicing/${id}/finalize`)
const pdfOf = async (call: Caller, id: string): Promise<string> =>
  (await call('GET', `/api/invoicing/${id}/pdf`)).text
const free = { lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }] }

test('seller and buyer of a finalized invoice, and its PDF, stay as they were', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/seller', seller)
  const customerId = await createCustomer(call, { billingCity: 'Brest', taxId: 'FR2' })
  const id = await createDraft(call, { customerId })
  const draft = await call('GET', `/api/invoicing/${id}`)
  expect(draft.body).toMatchObject({ seller: null, buyer: null, mailed: null })
  const opened = await finalize(call, id)
  expect(opened.body).toMatchObject({
    warnings: [],
    mailed: null,
    seller: { ...seller, line2: null, postalCode: null, registration: null },
    buyer: { ...aCustomer, billingCity: 'Brest', billingCountry: null, taxId: 'FR2' },
  })
  const pdf = await pdfOf(call, id)
  await call('PUT', '/api/invoicing/seller', { name: 'Another Ltd' })
  await call('PATCH', `/api/customers/${customerId}`, { name: 'Renamed', billingCity: 'Paris' })
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
    seller: { name: seller.name },
    buyer: { name: aCustomer.name, billingCity: 'Brest' },
  })
  expect(await pdfOf(call, id)).toBe(pdf)
})

test('a reset clears seller and buyer; the next finalize takes the current ones', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/seller', seller)
  const customerId = await createCustomer(call)
  const id = await createDraft(call, { customerId, ...free })
  await finalize(call, id)
  await call('PUT', '/api/invoicing/seller', { name: 'Another Ltd' })
  await call('PATCH', `/api/customers/${customerId}`, { name: 'Renamed' })
  const reset = await call('POST', `/api/invoicing/${id}/reset`)
  expect(reset.body).toMatchObject({ status: 'draft', seller: null, buyer: null })
  expect((await finalize(call, id)).body).toMatchObject({
    seller: { name: 'Another Ltd', city: null },
    buyer: { name: 'Renamed' },
  })
})

test('without a seller the name of the organisation stands in, with a warning in the answer', async () => {
  const call = harness.as('admin')
  const name = harness.name(call.orgId)
  const opened = await finalize(call, await createDraft(call))
  expect(opened.body).toMatchObject({
    status: 'open',
    seller: { name, line1: null, country: null },
    warnings: [
      {
        code: 'seller_incomplete',
        message: expect.any(String),
        fix: expect.stringContaining('/api/invoicing/seller'),
      },
    ],
  })
  const id = idOf(opened)
  const pdf = await pdfOf(call, id)
  await call('PUT', '/api/invoicing/seller', seller)
  expect(await pdfOf(call, id)).toBe(pdf)
})

test('an organisation without a known name is finalized at once, with an Idempotency-Key or without', async () => {
  const call = harness.as('admin')
  for (const headers of [{}, { 'idempotency-key': 'nameless' }]) {
    const id = await createDraft(call)
    const opened = await call('POST', `/api/invoicing/${id}/finalize`, undefined, headers)
    expect(opened.body).toMatchObject({
      status: 'open',
      seller: null,
      warnings: [{ code: 'seller_incomplete' }],
    })
    expect((await pdfOf(call, id)).startsWith('%PDF-')).toBe(true)
  }
})

test('a total below zero is not finalized, one of zero is', async () => {
  const call = harness.as('admin')
  const below = await createDraft(call, {
    lineItems: [
      { description: 'Work', quantity: 1, unitAmountCents: 500 },
      { description: 'Taken back', quantity: 1, unitAmountCents: -1_000 },
    ],
  })
  for (const headers of [{}, { 'idempotency-key': 'below' }]) {
    const refused = await call('POST', `/api/invoicing/${below}/finalize`, undefined, headers)
    expect([refused.status, refused.body['code']]).toEqual([422, 'negative_total'])
  }
  expect((await call('GET', `/api/invoicing/${below}`)).body).toMatchObject({ status: 'draft', number: null })
  expect((await finalize(call, await createDraft(call, free))).body).toMatchObject({
    status: 'open',
    number: expect.stringMatching(/-000001$/),
  })
})
