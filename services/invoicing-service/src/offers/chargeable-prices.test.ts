import { expect, test } from 'vitest'
import { startHarness, toId } from '../../test/harness.ts'
import { paymentsSuite } from '../../test/payments-harness.ts'

const { harness } = await paymentsSuite()

const dinars = (priceCents: number) => ({
  name: 'Plan',
  currency: 'KWD',
  priceCents,
  billingModel: 'one_off',
})

test('refuses a price on create and update if the processor cannot take it', async () => {
  const { call } = await harness.seller()
  const refused = await call('POST', '/api/offers', dinars(5_124))
  expect([refused.status, refused.body['code']]).toEqual([422, 'amount_not_chargeable'])
  expect((await call('GET', '/api/offers')).body['total']).toBe(0)
  const id = toId(await call('POST', '/api/offers', dinars(5_120)))
  const changed = await call('PATCH', `/api/offers/${id}`, { priceCents: 5_121 })
  expect([changed.status, changed.body['code']]).toEqual([422, 'amount_not_chargeable'])
  expect((await call('GET', `/api/offers/${id}`)).body).toMatchObject({
    priceCents: 5_120,
    paymentsPriceId: expect.any(String),
  })
  // An offer quoted on request is never charged.
  expect(
    (await call('PATCH', `/api/offers/${id}`, { priceCents: 5_121, billingModel: 'custom_quote' }))
      .status,
  ).toBe(200)
})

test('allows correcting an offer priced before there was a processor, and a new price only if it can be charged', async () => {
  const { call } = await harness.seller()
  const id = toId(await call('POST', '/api/offers', dinars(5_120)))
  await harness.deps.db
    .updateTable('offers')
    .set({ price_cents: 5_124 })
    .where('id', '=', id)
    .execute()
  const path = `/api/offers/${id}`
  const renamed = await call('PATCH', path, { name: 'Better plan', priceCents: 5_124 })
  expect([renamed.status, renamed.body]).toMatchObject([
    200,
    { name: 'Better plan', priceCents: 5_124 },
  ])
  expect((await call('PATCH', path, { priceCents: 5_125 })).body['code']).toBe(
    'amount_not_chargeable',
  )
  expect((await call('PATCH', path, { priceCents: 5_130 })).status).toBe(200)
})

test('shows an offer to visitors even if it was priced before the processor was configured', async () => {
  const { call } = await harness.seller()
  const slug = harness.name(call.orgId)
  const id = toId(await call('POST', '/api/offers', { ...dinars(5_120), slug: 'plan' }))
  await harness.deps.db
    .updateTable('offers')
    .set({ price_cents: 5_124, terms_version: 7 })
    .where('id', '=', id)
    .execute()
  const refused = await harness.request(`/api/public/offers/${slug}/plan/checkout`, {
    method: 'POST',
  })
  expect([refused.status, refused.body['code']]).toEqual([422, 'amount_not_chargeable'])
})

test('accepts any price if there is no processor', async () => {
  const alone = await startHarness()
  try {
    expect((await alone.as('admin')('POST', '/api/offers', dinars(5_124))).status).toBe(201)
  } finally {
    await alone.stop()
  }
})
