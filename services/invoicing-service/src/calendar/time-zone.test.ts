import { newId, SettingsChanged } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  aLine,
  type Caller,
  createCustomer,
  createDraft,
  startHarness,
  toId,
} from '../../test/harness.ts'
import { generateInvoices } from '../schedules/generate-invoices.ts'

const harness = await startHarness({
  remindEveryMs: 3_600_000,
  env: { ACCOUNTING_ENABLED: 'true' },
})
afterEach(() => {
  harness.clock.offsetMs = 0
})
afterAll(() => harness.stop())

const sydney = 'Australia/Sydney'
const losAngeles = 'America/Los_Angeles'

const setClock = (moment: string): void => {
  harness.clock.offsetMs = Date.parse(moment) - Date.now()
}

function callerIn(timezone: string): Caller {
  const call = harness.as('admin')
  harness.configure(call.orgId, { timezone })
  return call
}

const finalize = async (call: Caller, id: string) =>
  (await call('POST', `/api/invoicing/${id}/finalize`)).body

async function createSchedule(call: Caller, more: object): Promise<string> {
  const offer = {
    name: `Care ${newId('off')}`,
    billingModel: 'recurring',
    interval: 'month',
    priceCents: 10_000,
  }
  const offerId = toId(await call('POST', '/api/offers', { ...offer, currency: 'EUR' }))
  const customerId = await createCustomer(call)
  return toId(await call('POST', '/api/invoicing/schedules', { customerId, offerId, ...more }))
}

test.each([
  [
    sydney,
    '2026-12-31T14:00:00.000Z',
    '2027-01-01',
    'INV-2027-000001',
    '2027-01-31',
    '2027-01-31T12:59:59.999Z',
  ],
  [
    losAngeles,
    '2027-01-01T02:00:00.000Z',
    '2026-12-31',
    'INV-2026-000001',
    '2027-01-30',
    '2027-01-31T07:59:59.999Z',
  ],
])(
  'issues on the day, and numbers in the year, of %s',
  async (zone, now, issuedOn, number, dueOn, dueDate) => {
    setClock(now)
    const call = callerIn(zone)
    const id = await createDraft(call)
    expect(await finalize(call, id)).toMatchObject({ number, issuedOn, dueOn, dueDate })
    const note = await call('POST', `/api/invoicing/${id}/credit-notes`, {
      amountCents: 100,
      reason: 'Late',
    })
    expect(note.body).toMatchObject({ number: number.replace('INV', 'CN'), issuedOn })
    const xml = (await call('GET', `/api/invoicing/${id}/e-invoice?format=ubl`)).text
    if (xml.includes('IssueDate'))
      expect(xml).toContain(`<cbc:IssueDate>${issuedOn}</cbc:IssueDate>`)
    const months = await call('GET', '/api/invoicing/summary?by=month')
    expect(months.body['items']).toMatchObject([{ key: issuedOn.slice(0, 7) }])
    const books = await call('GET', '/api/accounting/months')
    expect(books.body['items']).toMatchObject([
      { month: issuedOn.slice(0, 7), invoices: 1, creditNotes: 1 },
    ])
    const journal = `/api/accounting/export?month=${issuedOn.slice(0, 7)}&currency=EUR&format=csv`
    expect((await call('GET', journal)).text).toContain(`,${issuedOn},`)
  },
)

test('reads a due date as a day, and a moment as its day in the zone', async () => {
  const call = callerIn(sydney)
  const customerId = await createCustomer(call)
  const draft = { customerId, lineItems: [aLine] }
  const byDay = await call('POST', '/api/invoicing', { ...draft, dueDate: '2027-03-31' })
  expect(byDay.body).toMatchObject({ dueOn: '2027-03-31', dueDate: '2027-03-31T12:59:59.999Z' })
  const byMoment = await call('POST', '/api/invoicing', {
    ...draft,
    dueDate: '2027-03-30T20:00:00.000Z',
  })
  expect(byMoment.body).toMatchObject({ dueOn: '2027-03-31' })
  const changed = await call('PATCH', `/api/invoicing/${toId(byDay)}`, { dueDate: '2027-04-01' })
  expect(changed.body).toMatchObject({ dueOn: '2027-04-01' })
  const refused = await call('POST', '/api/invoicing', { ...draft, dueDate: '2027-02-30' })
  expect(refused.status).toBe(400)
})

test('counts an invoice as overdue when its due day has ended in the zone', async () => {
  setClock('2026-11-01T12:00:00.000Z')
  const call = callerIn(losAngeles)
  const id = await createDraft(call, { dueDate: '2026-11-30' })
  await finalize(call, id)
  const overdue = async () => (await call('GET', '/api/invoicing?overdue=true')).body['total']
  setClock('2026-12-01T07:00:00.000Z')
  expect(await overdue()).toBe(0)
  setClock('2026-12-01T08:00:00.000Z')
  expect(await overdue()).toBe(1)
})

test('filters by the day of issue in the zone', async () => {
  setClock('2026-11-30T20:00:00.000Z')
  const call = callerIn(sydney)
  await finalize(call, await createDraft(call))
  const found = async (query: string) =>
    (await call('GET', `/api/invoicing?${query}`)).body['total']
  expect(await found('from=2026-12-01&to=2026-12-01')).toBe(1)
  expect(await found('to=2026-11-30')).toBe(0)
  expect(await found('from=2026-12-02')).toBe(0)
  expect(await found('from=2026-11-30T14:00:00.000Z&to=2026-12-01T01:00:00.000Z')).toBe(1)
  expect((await call('GET', '/api/invoicing/export.csv?from=2026-12-01')).text).toContain(
    '2026-12-01',
  )
  const sums = async (query: string) =>
    (await call('GET', `/api/invoicing/summary?by=customer&${query}`)).body['items']
  expect(await sums('from=2026-12-01')).toHaveLength(1)
  expect(await sums('to=2026-11-30')).toHaveLength(0)
})

test.each([
  ['the day', '2026-11-30'],
  ['noon of the day', '2026-11-30T12:00:00.000Z'],
])(
  'bills a schedule in the daily run of its first day when it was made with %s',
  async (_, nextInvoiceDate) => {
    setClock('2026-11-20T12:00:00.000Z')
    const call = callerIn('Europe/Berlin')
    const id = await createSchedule(call, { nextInvoiceDate })
    setClock('2026-11-29T03:00:00.000Z')
    expect((await generateInvoices(harness.deps, 100, undefined, call.orgId)).claimed).toBe(0)
    setClock('2026-11-30T03:00:00.000Z')
    expect((await generateInvoices(harness.deps, 100, undefined, call.orgId)).finalized).toBe(1)
    const { body } = await call('GET', `/api/invoicing/schedules/${id}`)
    expect(body).toMatchObject({
      nextInvoiceOn: '2026-12-30',
      nextInvoiceDate: '2026-12-29T23:00:00.000Z',
      invoices: [{ issuedOn: '2026-11-30' }],
    })
  },
)

test('bills on the current day of each organisation', async () => {
  setClock('2026-11-20T12:00:00.000Z')
  const [east, west] = [callerIn(sydney), callerIn(losAngeles)]
  for (const call of [east, west]) await createSchedule(call, { nextInvoiceDate: '2026-11-30' })
  const billed = async (call: Caller) =>
    (await generateInvoices(harness.deps, 100, undefined, call.orgId)).finalized
  setClock('2026-11-30T03:00:00.000Z')
  expect([await billed(east), await billed(west)]).toEqual([1, 0])
  setClock('2026-12-01T03:00:00.000Z')
  expect([await billed(east), await billed(west)]).toEqual([0, 1])
})

test('accepts a schedule from today on, refuses yesterday and shows the days of the service period', async () => {
  setClock('2026-11-30T02:00:00.000Z')
  const call = callerIn(losAngeles)
  const id = await createSchedule(call, { nextInvoiceDate: '2026-11-29' })
  const refused = createSchedule(call, { nextInvoiceDate: '2026-11-28' })
  await expect(refused).rejects.toThrow('date_in_past')
  await generateInvoices(harness.deps, 100, undefined, call.orgId)
  const { body } = await call('GET', `/api/invoicing/schedules/${id}`)
  const [invoice] = body['invoices'] as unknown as Array<{ id: string }>
  const stored = await harness.deps.db
    .selectFrom('invoices')
    .select(['service_from', 'service_until'])
    .where('id', '=', invoice?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({
    service_from: new Date('2026-11-29T08:00:00.000Z'),
    service_until: new Date('2026-12-29T08:00:00.000Z'),
  })
})

test('keeps the days of schedules and drafts, and issued invoices, when the organisation moves to another zone', async () => {
  setClock('2026-11-20T12:00:00.000Z')
  const call = callerIn(sydney)
  const issued = await finalize(call, await createDraft(call, { dueDate: '2026-12-24' }))
  const draft = await createDraft(call, { dueDate: '2026-12-31' })
  const schedule = await createSchedule(call, { nextInvoiceDate: '2026-12-31' })
  harness.configure(call.orgId, { timezone: losAngeles })
  await inTransaction(harness.deps.db, undefined, (tx) =>
    emit(tx, SettingsChanged, call.orgId, { orgId: call.orgId, userId: newId('usr') }),
  )
  await eventually(async () => {
    expect((await call('GET', `/api/invoicing/schedules/${schedule}`)).body).toMatchObject({
      nextInvoiceOn: '2026-12-31',
      nextInvoiceDate: '2026-12-31T08:00:00.000Z',
    })
  })
  expect((await call('GET', `/api/invoicing/${draft}`)).body).toMatchObject({
    dueOn: '2026-12-31',
    dueDate: '2027-01-01T07:59:59.999Z',
  })
  expect((await call('GET', `/api/invoicing/${String(issued['id'])}`)).body).toMatchObject({
    dueOn: '2026-12-24',
    dueDate: issued['dueDate'],
  })
})

test("issues and lists invoices in UTC if PostgreSQL does not know the organisation's zone", async () => {
  const call = callerIn('SystemV/PST8PDT')
  const issued = await finalize(call, await createDraft(call))
  expect(issued).toMatchObject({ status: 'open' })
  const day = new Date().toISOString().slice(0, 10)
  const listed = await call('GET', `/api/invoicing?from=${day}&to=${day}`)
  expect([listed.status, listed.body['items']]).toMatchObject([200, [{ issuedOn: day }]])
  expect((await call('GET', '/api/invoicing/summary?by=month')).status).toBe(200)
  expect((await call('GET', `/api/accounting/export?month=${day.slice(0, 7)}`)).status).toBe(200)
})
