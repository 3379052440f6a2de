import { GenerateInvoices, OrgDeleted } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { createCustomer, toId } from '../../test/harness.ts'
import { aSchedule, monthsAgo, plan, readInvoices, schedulesSuite } from '../../test/schedules.ts'
import { generateInvoices } from './generate-invoices.ts'

const harness = await schedulesSuite()

test('bills a due schedule once with its own VAT and moves its cursor on by a period', async () => {
  const call = harness.as('admin')
  const first = monthsAgo(0)
  const { id } = await aSchedule(harness, call, first)
  const result = await callRpc(harness.bus, GenerateInvoices, {})
  expect(result).toEqual({ claimed: 1, finalized: 1, failed: 0, failures: [], remaining: false })
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

test('catches up on missed periods one at a time, and bills none twice when ten runs happen at once', async () => {
  const call = harness.as('admin')
  const { id } = await aSchedule(harness, call, monthsAgo(3))
  const first = await generateInvoices(harness.deps, 100)
  expect(first).toEqual({ claimed: 1, finalized: 1, failed: 0, failures: [], remaining: true })
  await Promise.all(Array.from({ length: 10 }, () => generateInvoices(harness.deps, 100)))
  while ((await generateInvoices(harness.deps, 100)).remaining);
  const invoices = await readInvoices(call, id)
  expect(invoices).toHaveLength(4)
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(4)
  const periods = await harness.deps.db
    .selectFrom('invoices')
    .select('period')
    .where('schedule_id', '=', id)
    .execute()
  expect(new Set(periods.map(({ period }) => period?.getTime())).size).toBe(4)
})

test('starts no further period when its time is used up, and reports that periods remain', async () => {
  const call = harness.as('admin')
  for (let n = 0; n < 10; n += 1) {
    await aSchedule(harness, call, monthsAgo(0), { ...plan, name: `Care ${n}` })
  }
  const first = await generateInvoices(harness.deps, 100, 0)
  expect(first).toMatchObject({ failed: 0, failures: [], remaining: true })
  expect(first.finalized).toBeGreaterThan(0)
  expect(first.finalized).toBeLessThan(10)
  expect(await generateInvoices(harness.deps, 100)).toMatchObject({
    finalized: 10 - first.finalized,
    remaining: false,
  })
})

test('neither retries nor rolls back a failure, and shows it as stuck until the period is billed again', async () => {
  const call = harness.as('admin')
  const { path, customerId } = await aSchedule(harness, call, monthsAgo(0))
  const currency = (code: string) =>
    call('PATCH', `/api/customers/${customerId}`, { currency: code })
  const retry = (key?: string) =>
    call('POST', `${path}/retry`, undefined, key === undefined ? {} : { 'idempotency-key': key })
  await currency('USD')
  const result = await generateInvoices(harness.deps, 100)
  expect(result).toEqual({ claimed: 1, finalized: 0, failed: 1, failures: [], remaining: false })
  expect((await generateInvoices(harness.deps, 100)).claimed).toBe(0)
  const failure = {
    period: monthsAgo(0),
    code: 'currency_mismatch',
    at: expect.any(String),
    reason:
      'The product and the customer have different currencies. Choose another product or customer.',
  }
  expect((await call('GET', path)).body).toMatchObject({ stuck: true, failure, invoices: [] })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  await aSchedule(harness, call, tomorrow, { ...plan, name: 'Hosting' })
  const list = async (query: string) => (await call('GET', `/api/invoicing/schedules${query}`)).body
  const { name: customerName } = (await call('GET', `/api/customers/${customerId}`)).body
  expect(await list('')).toMatchObject({ items: [{ stuck: false }, { stuck: true }], total: 2 })
  expect(await list('?stuck=true')).toMatchObject({
    items: [{ stuck: true, failure, customerName }],
    total: 1,
  })
  const refused = await retry()
  expect([refused.status, refused.body['code']]).toEqual([409, 'currency_mismatch'])
  await currency('EUR')
  const answers = await Promise.all([retry(), retry('again'), retry()])
  // The second request finds the period billed, or asks for a period that is already billed.
  expect(answers.map(({ status }) => status)).toContain(200)
  for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
    expect([status, body['code']]).toEqual([409, 'schedule_not_stuck'])
  }
  expect((await call('GET', path)).body).toMatchObject({
    stuck: false,
    failure: null,
    invoices: [{ status: 'open', totalAmountCents: 12_000 }],
  })
  const { body: events } = await call('GET', `${path}/timeline?sortDir=asc`)
  const system = { type: 'agent', id: 'invoicing' }
  const person = { type: 'user', id: call.userId }
  expect(events['items']).toMatchObject([
    { kind: 'created', author: person },
    { kind: 'failed', author: system, body: expect.stringContaining('different currencies') },
    { kind: 'failed', author: person, detail: { code: 'currency_mismatch' } },
    { kind: 'retried', author: person, detail: { period: monthsAgo(0) } },
  ])
  const settled = await retry()
  expect([settled.status, settled.body['code']]).toEqual([409, 'schedule_not_stuck'])
})

test('marks a period as stuck when its invoice is voided, and keeps that invoice void when the period is billed again', async () => {
  const call = harness.as('admin')
  const { id, path } = await aSchedule(harness, call, undefined, { ...plan, priceCents: 0 })
  await generateInvoices(harness.deps, 100)
  const [first] = await readInvoices(call, id)
  await call('POST', `/api/invoicing/${first?.id}/void`)
  expect((await call('GET', path)).body).toMatchObject({
    stuck: true,
    failure: { code: 'invoice_voided' },
  })
  expect((await call('POST', `${path}/retry`)).body).toMatchObject({ stuck: false, failure: null })
  expect((await readInvoices(call, id)).map(({ status }) => status).toSorted()).toEqual([
    'open',
    'void',
  ])
  const back = await call('POST', `/api/invoicing/${first?.id}/reset`)
  expect([back.status, back.body['code']]).toEqual([409, 'period_billed'])
})

test('bills a period again with the terms and VAT rate of its claim if the schedule was changed since', async () => {
  const call = harness.as('admin')
  const { id, path, offerId } = await aSchedule(harness, call, monthsAgo(0))
  await generateInvoices(harness.deps, 100)
  await call('PATCH', `/api/offers/${offerId}`, {
    interval: 'year',
    priceCents: 100_000,
    name: 'Yearly',
  })
  await call('POST', `${path}/adopt-offer`)
  expect((await call('PATCH', path, { vatRateBps: 0 })).body['vatRateBps']).toBe(0)
  const [month] = await readInvoices(call, id)
  await call('POST', `/api/invoicing/${month?.id}/void`)
  expect((await call('POST', `${path}/retry`)).body).toMatchObject({
    stuck: false,
    unitAmountCents: 100_000,
  })
  const billed = await readInvoices(call, id)
  expect(
    billed.map(({ status, totalAmountCents }) => [status, totalAmountCents]).toSorted(),
  ).toEqual([
    ['open', 12_000],
    ['void', 12_000],
  ])
  expect(billed).toMatchObject([{ lineItems: [{ description: 'Care' }] }, {}])
})

test('refuses a first invoice in the past in any year', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  const offerId = toId(await call('POST', '/api/offers', plan))
  const post = (nextInvoiceDate: string) =>
    call('POST', '/api/invoicing/schedules', { customerId, offerId, nextInvoiceDate })
  for (const past of [
    '2016-01-01T00:00:00.000Z',
    new Date(Date.now() - 86_400_000).toISOString(),
  ]) {
    const refused = await post(past)
    expect([refused.status, refused.body['code'], refused.body['errors']]).toMatchObject([
      422,
      'date_in_past',
      [{ path: 'nextInvoiceDate' }],
    ])
  }
  expect((await post(new Date().toISOString())).status).toBe(201)
  expect((await post('2100-01-31T00:00:00.000Z')).status).toBe(201)
})

test('refuses to schedule an offer unless it is active, recurring and in the customer’s currency', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { currency: 'USD' })
  const euro = toId(await call('POST', '/api/offers', plan))
  const oneOff = toId(
    await call('POST', '/api/offers', { name: 'Once', priceCents: 1, billingModel: 'one_off' }),
  )
  const post = (offerId: string) =>
    call('POST', '/api/invoicing/schedules', { customerId, offerId })
  expect((await post(euro)).body['code']).toBe('currency_mismatch')
  expect((await post(oneOff)).body['code']).toBe('offer_not_recurring')
})

test('leaves nothing of a purged org and keeps everything of the other one', async () => {
  const gone = harness.as('owner')
  const stays = harness.as('owner')
  for (const call of [gone, stays]) {
    await aSchedule(harness, call, monthsAgo(0))
    await call('PUT', '/api/invoicing/seller', { name: 'x' })
  }
  await generateInvoices(harness.deps, 100)
  await inTransaction(harness.deps.db, undefined, (tx) =>
    emit(tx, OrgDeleted, gone.orgId, { orgId: gone.orgId }),
  )
  await eventually(async () =>
    expect((await gone('GET', '/api/customers')).body).toMatchObject({ total: 0 }),
  )
  for (const table of [
    'invoices',
    'schedules',
    'offers',
    'customers',
    'sellers',
    'invoice_sequences',
  ] as const) {
    const count = async (orgId: string) =>
      (
        await harness.deps.db
          .selectFrom(table)
          .select('org_id')
          .where('org_id', '=', orgId)
          .execute()
      ).length
    expect([table, await count(gone.orgId), await count(stays.orgId)]).toEqual([table, 0, 1])
  }
})

test('returns the failure reasons if a run is for one org, and only their number if it is for all', async () => {
  const call = harness.as('admin')
  const failing = async (name: string) => {
    const made = await aSchedule(harness, call, monthsAgo(0), { ...plan, name })
    await call('PATCH', `/api/customers/${made.customerId}`, { currency: 'USD' })
    return made.id
  }
  const own = await failing('Care')
  const { failures } = await callRpc(harness.bus, GenerateInvoices, { orgId: call.orgId })
  expect(failures).toEqual([
    {
      scheduleId: own,
      description: 'Care',
      period: monthsAgo(0),
      code: 'currency_mismatch',
      reason:
        'The product and the customer have different currencies. Choose another product or customer.',
    },
  ])
  await failing('More')
  expect(await callRpc(harness.bus, GenerateInvoices, {})).toMatchObject({
    failed: 1,
    failures: [],
  })
})

test('reads each invoice of a schedule once in pages, the latest period first', async () => {
  const call = harness.as('admin')
  const { path } = await aSchedule(harness, call, monthsAgo(6))
  while ((await generateInvoices(harness.deps, 100)).remaining);
  const found: string[] = []
  let cursor = ''
  do {
    const { body } = await call('GET', `${path}?limit=3${cursor}`)
    found.push(
      ...(body['invoices'] as unknown as Array<{ number: string }>).map(({ number }) => number),
    )
    cursor = body['next'] === null ? '' : `&cursor=${String(body['next'])}`
  } while (cursor !== '')
  expect(found.map((number) => Number(number.slice(-6)))).toEqual([7, 6, 5, 4, 3, 2, 1])
  for (const bad of ['x', Buffer.from('["2026",1]').toString('base64url')]) {
    expect((await call('GET', `${path}?cursor=${bad}`)).body['code']).toBe('validation_failed')
  }
})

test('bills nothing of another org when generating for one', async () => {
  const [own, other] = [harness.as('admin'), harness.as('admin')]
  const first = monthsAgo(0)
  const [mine, theirs] = [
    await aSchedule(harness, own, first),
    await aSchedule(harness, other, first),
  ]
  const result = await callRpc(harness.bus, GenerateInvoices, { orgId: own.orgId })
  expect(result).toEqual({ claimed: 1, finalized: 1, failed: 0, failures: [], remaining: false })
  expect(await readInvoices(own, mine.id)).toHaveLength(1)
  expect(await readInvoices(other, theirs.id)).toHaveLength(0)
  expect((await callRpc(harness.bus, GenerateInvoices, {})).finalized).toBe(1)
})
