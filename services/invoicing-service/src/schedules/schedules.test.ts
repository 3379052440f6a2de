import { GenerateInvoices, OrgDeleted } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, createCustomer, type Harness, idOf, startHarness } from '../../test/harness.ts'
import { generateInvoices } from './generate-invoices.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
// The run is of the whole deployment; each test begins with nothing due.
beforeEach(async () => {
  await harness.deps.db.updateTable('schedules').set({ status: 'cancelled' }).execute()
})

const plan = { name: 'Care', priceCents: 10_000, billingModel: 'recurring', interval: 'month' }

async function aSchedule(call: Caller, more: object = {}, offer: object = plan) {
  const customerId = await createCustomer(call)
  const offerId = idOf(await call('POST', '/api/offers', offer))
  const answer = await call('POST', '/api/invoicing/schedules', {
    customerId,
    offerId,
    vatRateBps: 2_000,
    ...more,
  })
  return { id: idOf(answer), customerId, offerId }
}
const monthsAgo = (n: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)).toISOString()
}
const invoicesOf = async (call: Caller, id: string) =>
  (await call('GET', `/api/invoicing/schedules/${id}`)).body['invoices'] as unknown as Array<{
    number: string
    status: string
    totalAmountCents: number
    source: string
    scheduleId: string
  }>

test('a due schedule is billed once, with its own VAT, and its cursor moves on a period', async () => {
  const call = harness.as('admin')
  const first = monthsAgo(0)
  const { id } = await aSchedule(call, { nextInvoiceDate: first })
  const result = await callRpc(harness.bus, GenerateInvoices, {})
  expect(result).toEqual({ claimed: 1, finalized: 1, failed: 0, remaining: false })
  const { body } = await call('GET', `/api/invoicing/schedules/${id}`)
  expect(body).toMatchObject({
    status: 'active',
    stuck: false,
    invoices: [{ source: 'recurring', status: 'open', totalAmountCents: 12_000, scheduleId: id }],
  })
  const next = new Date(first)
  next.setUTCMonth(next.getUTCMonth() + 1)
  expect(body['nextInvoiceDate']).toBe(next.toISOString())
  expect((await callRpc(harness.bus, GenerateInvoices, {})).claimed).toBe(0)
})

test('missed periods are caught up one at a time, and ten runs at once bill none of them twice', async () => {
  const call = harness.as('admin')
  const { id } = await aSchedule(call, { nextInvoiceDate: monthsAgo(3) })
  const first = await generateInvoices(harness.deps, 100)
  expect(first).toEqual({ claimed: 1, finalized: 1, failed: 0, remaining: true })
  await Promise.all(Array.from({ length: 10 }, () => generateInvoices(harness.deps, 100)))
  while ((await generateInvoices(harness.deps, 100)).remaining);
  const invoices = await invoicesOf(call, id)
  expect(invoices).toHaveLength(4)
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(4)
  const periods = await harness.deps.db
    .selectFrom('invoices')
    .select('period')
    .where('schedule_id', '=', id)
    .execute()
  expect(new Set(periods.map(({ period }) => period?.getTime())).size).toBe(4)
})

test('a call that has taken its time begins nothing more, and says that something remains', async () => {
  const call = harness.as('admin')
  for (let n = 0; n < 10; n += 1) {
    await aSchedule(call, { nextInvoiceDate: monthsAgo(0) }, { ...plan, name: `Care ${n}` })
  }
  const first = await generateInvoices(harness.deps, 100, 0)
  expect(first).toMatchObject({ failed: 0, remaining: true })
  expect(first.finalized).toBeGreaterThan(0)
  expect(first.finalized).toBeLessThan(10)
  expect(await generateInvoices(harness.deps, 100)).toMatchObject({
    finalized: 10 - first.finalized,
    remaining: false,
  })
})

test('a failure is neither retried nor rolled back, and shows as stuck', async () => {
  const call = harness.as('admin')
  const { id, offerId } = await aSchedule(call, { nextInvoiceDate: monthsAgo(0) })
  await call('PATCH', `/api/offers/${offerId}`, {
    billingModel: 'custom_quote',
    priceCents: null,
    interval: null,
  })
  const result = await generateInvoices(harness.deps, 100)
  expect(result).toEqual({ claimed: 1, finalized: 0, failed: 1, remaining: false })
  expect((await generateInvoices(harness.deps, 100)).claimed).toBe(0)
  expect((await call('GET', `/api/invoicing/schedules/${id}`)).body).toMatchObject({
    stuck: true,
    invoices: [],
  })
  expect((await call('GET', '/api/invoicing/schedules')).body).toMatchObject({ items: [{ id, stuck: true }] })
})

test('paused and cancelled schedules are not billed; a resumed one goes on at its cursor', async () => {
  const call = harness.as('admin')
  const { id } = await aSchedule(call, { nextInvoiceDate: monthsAgo(0) })
  const move = (verb: string) => call('POST', `/api/invoicing/schedules/${id}/${verb}`)
  expect((await move('resume')).body['code']).toBe('invalid_transition')
  expect((await move('pause')).body['status']).toBe('paused')
  expect((await move('pause')).status).toBe(409)
  expect((await generateInvoices(harness.deps, 100)).claimed).toBe(0)
  expect((await move('resume')).body['status']).toBe('active')
  expect((await generateInvoices(harness.deps, 100)).finalized).toBe(1)
  expect((await move('cancel')).body['status']).toBe('cancelled')
  for (const verb of ['pause', 'resume', 'cancel']) expect((await move(verb)).status).toBe(409)
  harness.clock.offsetMs = 40 * 86_400_000
  expect((await generateInvoices(harness.deps, 100)).claimed).toBe(0)
  harness.clock.offsetMs = 0
})

test('only an active recurring offer in the customer’s currency can be scheduled', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { currency: 'USD' })
  const euro = idOf(await call('POST', '/api/offers', plan))
  const oneOff = idOf(
    await call('POST', '/api/offers', { name: 'Once', priceCents: 1, billingModel: 'one_off' }),
  )
  const post = (offerId: string) => call('POST', '/api/invoicing/schedules', { customerId, offerId })
  expect((await post(euro)).body['code']).toBe('currency_mismatch')
  expect((await post(oneOff)).body['code']).toBe('offer_not_recurring')
})

test('a purged org leaves nothing behind, and the other org keeps everything', async () => {
  const gone = harness.as('owner')
  const stays = harness.as('owner')
  for (const call of [gone, stays]) {
    await aSchedule(call, { nextInvoiceDate: monthsAgo(0) })
    await call('PUT', '/api/invoicing/seller', { name: 'x' })
  }
  await generateInvoices(harness.deps, 100)
  await inTransaction(harness.deps.db, undefined, (tx) =>
    emit(tx, OrgDeleted, gone.orgId, { orgId: gone.orgId }),
  )
  await eventually(async () => expect((await gone('GET', '/api/customers')).body).toMatchObject({ total: 0 }))
  for (const table of [
    'invoices',
    'schedules',
    'offers',
    'customers',
    'sellers',
    'invoice_sequences',
  ] as const) {
    const count = async (orgId: string) =>
      (await harness.deps.db.selectFrom(table).select('org_id').where('org_id', '=', orgId).execute()).length
    expect([table, await count(gone.orgId), await count(stays.orgId)]).toEqual([table, 0, 1])
  }
})

test('generating for one org bills nothing of another', async () => {
  const [own, other] = [harness.as('admin'), harness.as('admin')]
  const first = monthsAgo(0)
  const [mine, theirs] = [
    await aSchedule(own, { nextInvoiceDate: first }),
    await aSchedule(other, { nextInvoiceDate: first }),
  ]
  const result = await callRpc(harness.bus, GenerateInvoices, { orgId: own.orgId })
  expect(result).toEqual({ claimed: 1, finalized: 1, failed: 0, remaining: false })
  expect(await invoicesOf(own, mine.id)).toHaveLength(1)
  expect(await invoicesOf(other, theirs.id)).toHaveLength(0)
  expect((await callRpc(harness.bus, GenerateInvoices, {})).finalized).toBe(1)
})
