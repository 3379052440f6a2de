import { expect, test } from 'vitest'
import { createCustomer, toId, toRefusal } from '../../test/harness.ts'
import { aSchedule, monthsAgo, plan, schedulesSuite } from '../../test/schedules.ts'
import { generateInvoices } from './generate-invoices.ts'

const harness = await schedulesSuite()

test('bills a changed price, VAT rate and product from the next period on, as previewed', async () => {
  const call = harness.as('admin')
  const { id, path } = await aSchedule(harness, call, monthsAgo(1))
  await generateInvoices(harness.deps, 100)
  const yearly = { ...plan, name: 'Care, yearly', interval: 'year', priceCents: 90_000 }
  const offerId = toId(await call('POST', '/api/offers', yearly))
  const changed = await call('PATCH', path, { offerId, unitAmountCents: 80_000, vatRateBps: 1_000 })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    {
      offerId,
      description: 'Care, yearly',
      interval: 'year',
      unitAmountCents: 80_000,
      vatRateBps: 1_000,
      nextInvoiceDate: monthsAgo(0),
    },
  ])
  const before = await harness.deps.db.selectFrom('invoices').select('id').execute()
  const member = harness.as('member', call.orgId)
  const { status, body: preview } = await member('GET', `${path}/preview`)
  expect([status, preview]).toMatchObject([
    200,
    {
      status: 'draft',
      scheduleId: id,
      offerId,
      issueDate: monthsAgo(0),
      lineItems: [{ description: 'Care, yearly', quantity: 1, unitAmountCents: 80_000 }],
      subtotalAmountCents: 80_000,
      vatAmountCents: 8_000,
      totalAmountCents: 88_000,
      buyer: { name: 'Harbour Bakery' },
    },
  ])
  expect(preview).not.toHaveProperty('id')
  expect(preview).not.toHaveProperty('number')
  expect(await harness.deps.db.selectFrom('invoices').select('id').execute()).toEqual(before)
  await generateInvoices(harness.deps, 100)
  const { body } = await call('GET', path)
  expect(body['invoices']).toMatchObject([
    { totalAmountCents: 88_000, lineItems: preview['lineItems'] },
    { totalAmountCents: 12_000 },
  ])
  const entries = (await call('GET', `${path}/timeline`)).body['items'] as unknown as Array<{
    kind: string
    body: string
  }>
  expect(entries.find(({ kind }) => kind === 'changed')?.body).toBe(
    'Changed: price: 800.00 EUR a year instead of 100.00 EUR a month, VAT: 10 %',
  )
})

test('moves the next date and counts later periods from it, but never before the last billed period', async () => {
  const call = harness.as('admin')
  const { path } = await aSchedule(harness, call, monthsAgo(-1))
  const moved = await call('PATCH', path, { nextInvoiceDate: '2100-01-31' })
  expect([moved.status, moved.body['nextInvoiceOn']]).toEqual([200, '2100-01-31'])
  for (const [input, code] of [
    [{ nextInvoiceDate: '2000-01-01' }, 'date_in_past'],
    [{ nextInvoiceDate: '2100-01-31', endsAt: '2100-01-01' }, 'schedule_end_invalid'],
    [{ endsAt: '2100-01-31' }, 'schedule_end_invalid'],
    [{ unitAmountCents: -1 }, 'validation_failed'],
    [{ unitAmountCents: 1.5 }, 'validation_failed'],
    [{ customerId: 'cus_1' }, 'validation_failed'],
  ] as const) {
    expect((await call('PATCH', path, input)).body['code']).toBe(code)
  }
  await harness.deps.db
    .updateTable('schedules')
    .set({ last_period: new Date('2100-01-10'), claimed_periods: 1 })
    .where('org_id', '=', call.orgId)
    .execute()
  expect(toRefusal(await call('PATCH', path, { nextInvoiceDate: '2100-01-10' }))).toEqual([
    422,
    'date_in_past',
  ])
})

test('refuses an offer that does not fit, changes of cancelled schedules and of members', async () => {
  const call = harness.as('admin')
  const { path } = await aSchedule(harness, call, monthsAgo(-1))
  const once = { name: 'Once', priceCents: 1_000, billingModel: 'one_off' }
  const offerId = toId(await call('POST', '/api/offers', once))
  const theirs = toId(await harness.as('admin')('POST', '/api/offers', plan))
  expect(toRefusal(await call('PATCH', path, { offerId }))).toEqual([422, 'offer_not_recurring'])
  expect(toRefusal(await call('PATCH', path, { offerId: theirs }))).toEqual([404, 'not_found'])
  const member = harness.as('member', call.orgId)
  expect((await member('PATCH', path, { unitAmountCents: 1 })).status).toBe(403)
  expect((await call('POST', `${path}/cancel`)).status).toBe(200)
  for (const answer of [
    await call('PATCH', path, { unitAmountCents: 1 }),
    await call('GET', `${path}/preview`),
  ]) {
    expect(toRefusal(answer)).toEqual([409, 'invalid_transition'])
  }
})

test('adds up what active schedules bill in a month, per currency', async () => {
  const call = harness.as('admin')
  await aSchedule(harness, call, monthsAgo(-1))
  await aSchedule(harness, call, monthsAgo(-1), {
    ...plan,
    name: 'Yearly',
    interval: 'year',
    priceCents: 10_006,
  })
  const { path } = await aSchedule(harness, call, monthsAgo(-1), { ...plan, name: 'Paused' })
  await call('POST', `${path}/pause`)
  const customerId = await createCustomer(call)
  const dollars = toId(
    await call('POST', '/api/offers', { ...plan, name: 'Dollars', currency: 'USD' }),
  )
  toId(await call('POST', '/api/invoicing/schedules', { customerId, offerId: dollars }))
  const { body } = await call('GET', '/api/invoicing/schedules?limit=1')
  expect(body['monthlyTotals']).toEqual([
    { currency: 'EUR', amountCents: 10_834 },
    { currency: 'USD', amountCents: 10_000 },
  ])
})
