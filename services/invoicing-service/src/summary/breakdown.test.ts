import { expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft, toId } from '../../test/harness.ts'
import { aSchedule, monthsAgo, schedulesSuite } from '../../test/schedules.ts'

const harness = await schedulesSuite()

interface Item {
  key: string
  label: string
  currency: string
  invoicedCents: number
  forecastCents: number
  count: number
}

const summary = async (call: Caller, query: string) => {
  const { status, body } = await call('GET', `/api/invoicing/summary?${query}`)
  expect(status).toBe(200)
  return body as unknown as { items: Item[]; forecast: Item[]; truncated: boolean }
}

/**
 * Issues invoices of 100 in January, 200 in February (paid), 400 dollars in February, and a void
 * one.
 */
async function aLedger() {
  const call = harness.as('admin')
  const euro = await createCustomer(call, { name: 'Euro Ltd' })
  const dollar = await createCustomer(call, { name: 'Dollar Inc', currency: 'USD' })
  const offer = { name: 'Audit', priceCents: 100, billingModel: 'one_off' }
  const offerId = toId(await call('POST', '/api/offers', offer))
  const issue = async (month: number, customerId: string, cents: number, more: object = {}) => {
    const id = await createDraft(call, {
      customerId,
      vatRateBps: 0,
      lineItems: [{ description: 'x', quantity: 1, unitAmountCents: cents }],
      ...more,
    })
    await call('POST', `/api/invoicing/${id}/finalize`)
    const issue_date = new Date(Date.UTC(2026, month - 1, 1))
    await harness.deps.db.updateTable('invoices').set({ issue_date }).where('id', '=', id).execute()
    return `/api/invoicing/${id}`
  }
  await issue(1, euro, 0, { lineItems: undefined, offerId, dueDate: '2026-01-15T00:00:00.000Z' })
  const paid = await issue(2, euro, 200)
  await call('POST', `${paid}/mark-paid`, { paidAt: '2026-02-03T00:00:00.000Z', method: 'cash' })
  await issue(2, dollar, 400)
  await call('POST', `${await issue(2, euro, 800)}/void`)
  await createDraft(call, { customerId: euro })
  return { call, euro, dollar, offerId }
}

const none = { paidCents: 0, refundedCents: 0, outstandingCents: 0, overdueCents: 0 }

test('groups issued invoices of a period by month per currency, without drafts and void ones', async () => {
  const { call } = await aLedger()
  const { items, forecast, truncated } = await summary(call, 'by=month')
  expect(items).toEqual([
    {
      key: '2026-01',
      label: 'January 2026',
      currency: 'EUR',
      count: 1,
      ...none,
      invoicedCents: 100,
      creditedCents: 0,
      outstandingCents: 100,
      overdueCents: 100,
    },
    {
      key: '2026-02',
      label: 'February 2026',
      currency: 'EUR',
      count: 1,
      ...none,
      invoicedCents: 200,
      creditedCents: 0,
      paidCents: 200,
    },
    {
      key: '2026-02',
      label: 'February 2026',
      currency: 'USD',
      count: 1,
      ...none,
      invoicedCents: 400,
      creditedCents: 0,
      outstandingCents: 400,
    },
  ])
  expect([forecast, truncated]).toEqual([[], false])
  expect((await summary(call, 'by=month&from=2026-01-02&to=2026-02-01')).items).toHaveLength(2)
  expect((await summary(call, 'by=month&to=2026-01-31')).items).toMatchObject([{ key: '2026-01' }])
})

test('groups by customer and offer, largest amount first, with one key for invoices without an offer', async () => {
  const { call, euro, dollar, offerId } = await aLedger()
  expect((await summary(call, 'by=customer')).items).toMatchObject([
    { key: dollar, label: 'Dollar Inc', currency: 'USD', invoicedCents: 400 },
    { key: euro, label: 'Euro Ltd', currency: 'EUR', invoicedCents: 300, count: 2 },
  ])
  expect((await summary(call, 'by=offer')).items).toMatchObject([
    { key: 'none', label: 'Without a product', currency: 'USD' },
    { key: 'none', currency: 'EUR', invoicedCents: 200 },
    { key: offerId, label: 'Audit', invoicedCents: 100 },
  ])
})

test('forecasts the periods of active schedules for twelve months, including VAT', async () => {
  const call = harness.as('admin')
  const { customerId, offerId, path } = await aSchedule(harness, call, monthsAgo(0))
  const { forecast } = await summary(call, 'by=month')
  const now = new Date().toISOString().slice(0, 7)
  expect(forecast[0]).toEqual({
    key: now,
    label: expect.any(String),
    currency: 'EUR',
    forecastCents: 12_000,
    count: 1,
  })
  const counts = forecast.reduce((sum, { count }) => sum + count, 0)
  expect([12, 13]).toContain(counts)
  expect(forecast.map(({ key }) => key)).toEqual(forecast.map(({ key }) => key).toSorted())
  const sum = { currency: 'EUR', forecastCents: 12_000 * counts, count: counts }
  expect((await summary(call, 'by=customer')).forecast).toMatchObject([{ key: customerId, ...sum }])
  expect((await summary(call, 'by=offer')).forecast).toMatchObject([
    { key: offerId, label: 'Care', ...sum },
  ])
  const nextYear = `${new Date().getUTCFullYear() + 1}-01`
  const later = (await summary(call, `by=month&from=${nextYear}-01`)).forecast
  expect(later.every(({ key }) => key >= nextYear)).toBe(true)
  const past = await summary(call, 'by=month&to=2020-01-01')
  expect(past.forecast).toEqual([])
  await call('POST', `${path}/pause`)
  expect((await summary(call, 'by=month')).forecast).toEqual([])
})

test('shows another org nothing', async () => {
  await aLedger()
  const stranger = harness.as('owner')
  for (const by of ['month', 'customer', 'offer']) {
    expect(await summary(stranger, `by=${by}`)).toEqual({
      items: [],
      forecast: [],
      truncated: false,
    })
  }
})

test.each([
  'by=week',
  'by=month&from=x',
  'by=month&from=2026-02-01&to=2026-01-01',
  'from=2026-01-01',
])('refuses a summary with %s', async (query) => {
  const { status, body } = await harness.as('member')('GET', `/api/invoicing/summary?${query}`)
  expect([status, body['code']]).toEqual([400, 'validation_failed'])
})
