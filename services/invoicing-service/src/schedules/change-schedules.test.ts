import { expect, test } from 'vitest'
import { type Caller, toId } from '../../test/harness.ts'
import { aSchedule, at, monthsAgo, plan, schedulesSuite } from '../../test/schedules.ts'
import { generateInvoices } from './generate-invoices.ts'

const harness = await schedulesSuite()

test("keeps a schedule's price until it adopts the changed offer", async () => {
  const call = harness.as('admin')
  const { path, offerId } = await aSchedule(harness, call, monthsAgo(2))
  const change = (more: object) => call('PATCH', `/api/offers/${offerId}`, more)
  await change({ interval: 'year', priceCents: 100_000, name: 'Care, yearly' })
  await generateInvoices(harness.deps, 100)
  await generateInvoices(harness.deps, 100)
  const agreed = {
    interval: 'month',
    description: 'Care',
    unitAmountCents: 10_000,
    currency: 'EUR',
  }
  const before = (await call('GET', path)).body
  expect(before).toMatchObject({
    ...agreed,
    invoices: [{ totalAmountCents: 12_000 }, { totalAmountCents: 12_000 }],
  })
  expect(before['invoices']).toMatchObject([{ lineItems: [{ description: 'Care' }] }, { offerId }])
  const moved = await call('POST', `${path}/adopt-offer`)
  expect([moved.status, moved.body]).toMatchObject([
    200,
    {
      interval: 'year',
      description: 'Care, yearly',
      unitAmountCents: 100_000,
      nextInvoiceDate: before['nextInvoiceDate'],
    },
  ])
  await generateInvoices(harness.deps, 100)
  const after = (await call('GET', path)).body
  const next = new Date(String(before['nextInvoiceDate']))
  next.setUTCFullYear(next.getUTCFullYear() + 1)
  expect(after).toMatchObject({
    nextInvoiceDate: next.toISOString(),
    invoices: [{ totalAmountCents: 120_000 }, {}, {}],
  })
})

test("bills on the anchor's day again when a schedule returns to months", async () => {
  const call = harness.as('admin')
  const { path, offerId } = await aSchedule(harness, call, '2024-08-31T00:00:00.000Z', {
    ...plan,
    interval: 'year',
  })
  const cursor = async () => String((await call('GET', path)).body['nextInvoiceDate']).slice(0, 10)
  await call('PATCH', `/api/offers/${offerId}`, { interval: 'month' })
  await call('POST', `${path}/adopt-offer`)
  await generateInvoices(harness.deps, 100)
  expect(await cursor()).toBe('2024-09-30')
  await generateInvoices(harness.deps, 100)
  expect(await cursor()).toBe('2024-10-31')
})

test('refuses to draft from or adopt an archived offer, and keeps billing schedules made from it', async () => {
  const call = harness.as('admin')
  const { path, offerId, customerId } = await aSchedule(harness, call, monthsAgo(0))
  const draft = toId(await call('POST', '/api/invoicing', { customerId, offerId }))
  await call('POST', `/api/offers/${offerId}/archive`)
  const refusals = [
    await call('POST', '/api/invoicing', { customerId, offerId }),
    await call('PATCH', `/api/invoicing/${draft}`, { offerId }),
    await call('POST', '/api/invoicing/schedules', { customerId, offerId }),
    await call('POST', `${path}/adopt-offer`),
  ]
  expect(refusals.map(({ status, body }) => [status, body['code']])).toEqual([
    [409, 'offer_archived'],
    [409, 'offer_archived'],
    [422, 'offer_not_recurring'],
    [422, 'offer_not_recurring'],
  ])
  expect((await generateInvoices(harness.deps, 100)).finalized).toBe(1)
})

const toDay = (month: number, day = 1) =>
  `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T00:00:00.000Z`

test('skips and counts the periods of a pause, or bills them with catchUp, and bills earlier due periods', async () => {
  const billAll = (call: Caller, moment: string) =>
    at(harness, moment, async () => {
      while ((await generateInvoices(harness.deps, 100, undefined, call.orgId)).remaining);
    })
  const aPausedOne = async () => {
    const call = harness.as('admin')
    const { path } = await aSchedule(harness, call, toDay(1, 31))
    await billAll(call, toDay(2))
    // February's period fell due on the 28th and was not billed before the pause.
    expect((await at(harness, toDay(3), () => call('POST', `${path}/pause`))).body['status']).toBe(
      'paused',
    )
    const resume = (body?: object) =>
      at(harness, toDay(6, 15), () => call('POST', `${path}/resume`, body))
    return { call, path, resume }
  }
  const readPeriods = async (path: string) => {
    const rows = harness.deps.db.selectFrom('invoices').select('period').orderBy('period')
    const found = await rows
      .where('schedule_id', '=', path.slice(path.lastIndexOf('/') + 1))
      .execute()
    return found.map(({ period }) => period?.toISOString().slice(5, 10))
  }

  const skipping = await aPausedOne()
  const late = await skipping.resume()
  expect([late.status, late.body]).toMatchObject([200, { status: 'active', skippedPeriods: 3 }])
  await billAll(skipping.call, toDay(6, 15))
  expect(await readPeriods(skipping.path)).toEqual(['01-31', '02-28'])

  const catching = await aPausedOne()
  expect((await catching.resume({ catchUp: 'yes' })).status).toBe(400)
  expect((await catching.resume({ catchUp: true })).body).toMatchObject({ skippedPeriods: 0 })
  await billAll(catching.call, toDay(6, 15))
  expect(await readPeriods(catching.path)).toEqual(['01-31', '02-28', '03-31', '04-30', '05-31'])

  const billedInPause = await aPausedOne()
  await billAll(billedInPause.call, toDay(6, 15))
  expect(await readPeriods(billedInPause.path)).toEqual(['01-31', '02-28'])
  expect((await billedInPause.resume()).body).toMatchObject({ skippedPeriods: 3 })
  for (const { call, path } of [skipping, catching, billedInPause]) {
    expect((await call('GET', path)).body).toMatchObject({
      nextInvoiceDate: toDay(6, 30),
      stuck: false,
    })
  }
})

test('skips the periods of the first pause when a schedule is paused again before an owed period is billed', async () => {
  const call = harness.as('admin')
  const { path } = await aSchedule(harness, call, toDay(1))
  const move = (moment: string, verb: string) =>
    at(harness, moment, () => call('POST', `${path}/${verb}`))
  await move(toDay(1, 2), 'pause')
  expect((await move(toDay(3, 2), 'resume')).body).toMatchObject({
    skippedPeriods: 2,
    nextInvoiceDate: toDay(1),
  })
  await move(toDay(3, 3), 'pause')
  const bill = () => at(harness, toDay(5, 2), () => generateInvoices(harness.deps, 100))
  expect(await bill()).toMatchObject({ finalized: 1, remaining: false })
  expect((await move(toDay(5, 2), 'resume')).body).toMatchObject({ nextInvoiceDate: toDay(6) })
  expect((await bill()).claimed).toBe(0)
})

test('does not bill paused or cancelled schedules, and refuses invalid moves', async () => {
  const call = harness.as('admin')
  const { path } = await aSchedule(harness, call)
  const move = (verb: string) => call('POST', `${path}/${verb}`)
  const later = () =>
    at(harness, new Date(Date.now() + 40 * 86_400_000).toISOString(), () =>
      generateInvoices(harness.deps, 100),
    )
  expect((await move('resume')).body).toMatchObject({
    code: 'invalid_transition',
    detail: 'The subscription is active',
  })
  expect((await generateInvoices(harness.deps, 100)).finalized).toBe(1)
  expect((await move('pause')).body['status']).toBe('paused')
  expect((await move('pause')).status).toBe(409)
  expect((await later()).claimed).toBe(0)
  expect((await move('cancel')).body['status']).toBe('cancelled')
  for (const verb of ['pause', 'resume', 'cancel', 'adopt-offer']) {
    const refused = await move(verb)
    expect([verb, refused.status, refused.body['code']]).toEqual([verb, 409, 'invalid_transition'])
    expect(refused.body['detail']).toContain('cannot be changed')
  }
  expect((await later()).claimed).toBe(0)
})

test('lets a member neither move nor retry a schedule', async () => {
  const admin = harness.as('admin')
  const { path } = await aSchedule(harness, admin)
  const member = harness.as('member', admin.orgId)
  for (const verb of ['pause', 'resume', 'cancel', 'adopt-offer', 'retry']) {
    expect((await member('POST', `${path}/${verb}`)).status).toBe(403)
  }
})
