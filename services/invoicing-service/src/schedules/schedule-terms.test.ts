import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '@atrium/mailer'
import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { type Caller, createCustomer, toId } from '../../test/harness.ts'
import {
  aSchedule,
  at,
  monthsAgo,
  plan,
  readInvoices,
  schedulesSuite,
} from '../../test/schedules.ts'
import { generateInvoices } from './generate-invoices.ts'
import { notePriceChange } from './note-price-change.ts'

const harness = await schedulesSuite()

const billAll = async (call: Caller, moment: string) =>
  at(harness, moment, async () => {
    while ((await generateInvoices(harness.deps, 100, undefined, call.orgId)).remaining);
  })

/**
 * Returns an org with a customer and a monthly offer of 100 euros, and a function that schedules
 * the offer at a moment.
 */
async function aCatalog() {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { billingCountry: 'FR' })
  const offerId = toId(await call('POST', '/api/offers', plan))
  const schedule = (moment: string, more: object) =>
    at(harness, moment, () =>
      call('POST', '/api/invoicing/schedules', {
        customerId,
        offerId,
        vatRateBps: 2_000,
        nextInvoiceDate: moment,
        ...more,
      }),
    )
  return { call, customerId, offerId, schedule }
}
const day = (text: string): string => `2027-${text}T00:00:00.000Z`

test('bills a prorated first period by its days, and later ones on the day on which it ends', async () => {
  const { call, schedule } = await aCatalog()
  const dates = { nextInvoiceDate: day('01-15'), prorateUntil: day('01-31') }
  const made = await schedule(day('01-10'), dates)
  expect([made.status, made.body]).toMatchObject([201, { ...dates, unitAmountCents: 10_000 }])
  const id = toId(made)
  const forecast = await at(harness, day('01-10'), () =>
    call('GET', `/api/invoicing/summary?by=month&from=${day('01-01')}&to=${day('02-28')}`),
  )
  // 16 of the 31 days before 31 January.
  expect(forecast.body['forecast']).toMatchObject([
    { key: '2027-01', forecastCents: 6_193 + 12_000, count: 2 },
    { key: '2027-02', forecastCents: 12_000, count: 1 },
  ])
  const seller = { name: 'Studio', city: 'Lyon', country: 'FR', taxId: 'FR40987654321' }
  await call('PUT', '/api/invoicing/seller', seller)
  await billAll(call, day('04-30'))
  const billed = await readInvoices(call, id)
  expect(billed.map(({ totalAmountCents }) => totalAmountCents)).toEqual([
    12_000, 12_000, 12_000, 12_000, 6_193,
  ])
  expect(billed.at(-1)).toMatchObject({
    lineItems: [
      {
        description: 'Care (2027-01-15 to 2027-01-30, 16 of 31 days)',
        quantity: 1,
        unitAmountCents: 5_161,
      },
    ],
  })
  // Documents name the billed period.
  const readPeriod = async (invoice: { id: string } | undefined) => {
    const { text } = await call('GET', `/api/invoicing/${invoice?.id}/e-invoice?format=ubl`)
    return /<cbc:StartDate>(.*?)<\/cbc:StartDate><cbc:EndDate>(.*?)<\/cbc:EndDate>/
      .exec(text)
      ?.slice(1)
  }
  expect(await readPeriod(billed.at(-1))).toEqual(['2027-01-15', '2027-01-30'])
  expect(await readPeriod(billed.at(-2))).toEqual(['2027-01-31', '2027-02-27'])
  const cursor = (await call('GET', `/api/invoicing/schedules/${id}`)).body['nextInvoiceDate']
  expect(cursor).toBe(day('05-31'))
})

test('charges a prorated period by its days when it is retried', async () => {
  const { call, customerId, schedule } = await aCatalog()
  const id = toId(await schedule(day('01-15'), { prorateUntil: day('02-01') }))
  await call('PATCH', `/api/customers/${customerId}`, { currency: 'USD' })
  await billAll(call, day('01-16'))
  await call('PATCH', `/api/customers/${customerId}`, { currency: 'EUR' })
  const path = `/api/invoicing/schedules/${id}`
  expect((await call('GET', path)).body).toMatchObject({ stuck: true, claimedPeriods: 1 })
  expect((await call('POST', `${path}/retry`)).body).toMatchObject({ stuck: false })
  expect(await readInvoices(call, id)).toMatchObject([{ totalAmountCents: 6_581 }])
})

test('refuses a proration longer than one interval, and an end before the first period, naming the field', async () => {
  const { schedule } = await aCatalog()
  const first = { nextInvoiceDate: day('01-15') }
  for (const [more, code, path] of [
    [{ ...first, prorateUntil: day('01-15') }, 'proration_invalid', 'prorateUntil'],
    [{ ...first, prorateUntil: day('01-14') }, 'proration_invalid', 'prorateUntil'],
    [{ ...first, prorateUntil: day('02-16') }, 'proration_invalid', 'prorateUntil'],
    [{ ...first, endsAt: day('01-15') }, 'schedule_end_invalid', 'endsAt'],
  ] as const) {
    const { status, body } = await schedule(day('01-10'), more)
    expect([status, body['code'], body['errors']]).toMatchObject([422, code, [{ path }]])
  }
  for (const more of [{ periods: 0 }, { periods: 1.5 }, { periods: 1_201 }, { endsAt: 'soon' }]) {
    expect((await schedule(day('01-10'), more)).status).toBe(400)
  }
})

test('completes a schedule after its number of periods or at its end, and still retries the last period if it failed', async () => {
  const { call, customerId, schedule } = await aCatalog()
  const byNumber = toId(await schedule(day('01-31'), { periods: 2 }))
  const byDate = toId(await schedule(day('01-31'), { endsAt: day('03-31') }))
  await billAll(call, day('02-01'))
  await call('PATCH', `/api/customers/${customerId}`, { currency: 'USD' })
  await billAll(call, day('08-01'))
  await call('PATCH', `/api/customers/${customerId}`, { currency: 'EUR' })
  for (const id of [byNumber, byDate]) {
    const path = `/api/invoicing/schedules/${id}`
    expect((await call('GET', path)).body).toMatchObject({
      status: 'cancelled',
      completedAt: expect.any(String),
      claimedPeriods: 2,
      stuck: true,
      failure: { period: day('02-28'), code: 'currency_mismatch' },
      invoices: [{ totalAmountCents: 12_000 }],
    })
    expect((await call('POST', `${path}/resume`)).body['code']).toBe('invalid_transition')
    expect((await call('POST', `${path}/retry`)).body).toMatchObject({ stuck: false })
    expect(await readInvoices(call, id)).toHaveLength(2)
    const { items } = (await call('GET', `${path}/timeline`)).body as unknown as {
      items: Array<{ kind: string }>
    }
    expect(items.map(({ kind }) => kind)).toEqual(['retried', 'failed', 'completed', 'created'])
  }
})

test('bills the last period once when ten runs happen at once', async () => {
  const { call, schedule } = await aCatalog()
  const id = toId(await schedule(day('01-31'), { periods: 1 }))
  await at(harness, day('06-01'), () =>
    Promise.all(Array.from({ length: 10 }, () => generateInvoices(harness.deps, 100))),
  )
  expect(await readInvoices(call, id)).toHaveLength(1)
})

test('moves or removes an end, but not to before what was claimed, and counts no periods after it as skipped', async () => {
  const { call, schedule } = await aCatalog()
  const id = toId(await schedule(day('01-01'), {}))
  const path = `/api/invoicing/schedules/${id}`
  await billAll(call, day('01-02'))
  const patch = (body: object) => call('PATCH', path, body)
  expect((await patch({ periods: 5, endsAt: day('04-15'), vatRateBps: 1_000 })).body).toMatchObject(
    {
      periods: 5,
      endsAt: day('04-15'),
      vatRateBps: 1_000,
      claimedPeriods: 1,
    },
  )
  for (const body of [{ periods: 1 }, { endsAt: day('02-01') }, { endsAt: day('01-20') }]) {
    expect((await patch(body)).body['code']).toBe('schedule_end_invalid')
  }
  for (const body of [{ periods: -1 }, { vatRateBps: 10_001 }, { description: 'x' }]) {
    expect((await patch(body)).status).toBe(400)
  }
  expect((await patch({})).body).toMatchObject({ periods: 5 })
  expect((await patch({ periods: null })).body).toMatchObject({
    periods: null,
    endsAt: day('04-15'),
  })
  await at(harness, day('01-10'), () => call('POST', `${path}/pause`))
  const resumed = await at(harness, day('09-10'), () => call('POST', `${path}/resume`))
  expect(resumed.body).toMatchObject({
    skippedPeriods: 3,
    status: 'cancelled',
    endsAt: day('04-15'),
  })
  expect(resumed.body['completedAt']).not.toBeNull()
  expect((await patch({ endsAt: null })).body['code']).toBe('invalid_transition')
})

test.each([
  [
    'end',
    (call: Caller, id: string) => call('PATCH', `/api/invoicing/schedules/${id}`, { periods: 7 }),
  ],
  [
    'customer',
    async (call: Caller, id: string) => {
      const { customerId } = (await call('GET', `/api/invoicing/schedules/${id}`)).body
      const into = await createCustomer(call)
      return call('POST', `/api/customers/${String(customerId)}/merge`, { into })
    },
  ],
])('fails a claim if the schedule’s %s changed since it was read', async (_, move) => {
  const { call, schedule } = await aCatalog()
  const id = toId(await schedule(day('01-01'), { periods: 1 }))
  const { claimPeriod, listDueSchedules } = await import('./schedules.db.ts')
  const [read] = await listDueSchedules(harness.deps.db, new Date(day('01-02')), 1, call.orgId)
  expect((await move(call, id)).status).toBe(200)
  const terms = {
    description: 'Care',
    unit_amount_cents: '10000',
    currency: 'EUR',
    vat_rate_bps: 2_000,
  }
  const claimed = await harness.deps.db.transaction().execute(async (tx) => {
    if (read === undefined) throw new Error('nothing is due')
    return claimPeriod(
      tx,
      read,
      { next: new Date(day('02-01')), completes: true, terms },
      new Date(),
    )
  })
  expect(claimed).toBe(false)
})

const toMails = ({ orgId }: Caller) =>
  harness.deps.db
    .selectFrom('mail_queue')
    .select(['recipient', 'subject', 'reference'])
    .where('org_id', '=', orgId)
    .where('key', 'like', 'price:%')
    .execute()
const readKinds = async (call: Caller, path: string) =>
  (
    (await call('GET', `${path}/timeline?sortDir=asc`)).body['items'] as unknown as Array<{
      kind: string
    }>
  ).map(({ kind }) => kind)
const readAnnounced = async ({ orgId }: Caller) =>
  harness.deps.db
    .selectFrom('outbox')
    .select('data')
    .where((eb) => eb.and({ org_id: orgId, type: 'schedule.price_changed' }))
    .execute()

test('announces a changed price once: to the org when the offer changes, to the customer when it is adopted', async () => {
  const call = harness.as('admin')
  const { path, offerId } = await aSchedule(harness, call, monthsAgo(0))
  const change = (more: object) => call('PATCH', `/api/offers/${offerId}`, more)
  await change({ name: 'Care', description: 'Now with more words' })
  await change({ priceCents: 12_000 })
  await eventually(async () =>
    expect(await readKinds(call, path)).toEqual(['created', 'price_changed']),
  )
  await change({ name: 'Care and more' })
  // A redelivery or a changed text announces nothing again.
  await harness.deps.db
    .transaction()
    .execute((tx) => notePriceChange(harness.deps, tx, call.orgId, offerId))
  expect(await readKinds(call, path)).toEqual(['created', 'price_changed'])
  expect((await readAnnounced(call)).length).toBeLessThanOrEqual(1)
  expect(await toMails(call)).toEqual([])
  await generateInvoices(harness.deps, 100)
  expect((await call('POST', `${path}/adopt-offer`)).body).toMatchObject({
    unitAmountCents: 12_000,
  })
  expect(await readKinds(call, path)).toEqual(['created', 'price_changed', 'announced', 'adopted'])
  const [mail, ...more] = await toMails(call)
  expect(more).toEqual([])
  const { nextInvoiceOn } = (await call('GET', path)).body
  const since = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(String(nextInvoiceOn)),
  )
  expect(mail).toMatchObject({
    recipient: 'accounts@bakery.example',
    subject: `The price of Care and more changes on ${since}`,
  })
  expect((await call('POST', `${path}/adopt-offer`)).status).toBe(200)
  expect(await toMails(call)).toHaveLength(1)
})

test.each([
  [{ language: 'de' }, /^Der Preis für Care ändert sich am .* 120,00\sEUR im Monat/s],
  [{ billingCountry: 'DE' }, /^Der Preis für Care ändert sich am .* 120,00\sEUR im Monat/s],
  [{ language: 'fr' }, /^Le prix de Care change le .* 120,00\sEUR par mois/s],
])('announces a changed price in the language of a customer with %j', async (customer, words) => {
  const call = harness.as('admin')
  const { path, offerId, customerId } = await aSchedule(harness, call, monthsAgo(0))
  expect((await call('PATCH', `/api/customers/${customerId}`, customer)).status).toBe(200)
  await call('PATCH', `/api/offers/${offerId}`, { priceCents: 12_000 })
  expect((await call('POST', `${path}/adopt-offer`)).status).toBe(200)
  // The queue deletes a mail's text after sending, and keeps the name of its file.
  const mails = await eventually(async () =>
    Promise.all(
      (await toMails(call)).map(async ({ reference }) => {
        const path = join(String(harness.env['MAIL_OUTBOX_DIR']), reference ?? '')
        return JSON.parse(await readFile(path, 'utf8')) as Mail
      }),
    ),
  )
  expect(mails.map(({ subject, text }) => subject + text)).toEqual([expect.stringMatching(words)])
})

test('mails the customer nothing without `announce`, and mails and records nothing if an adoption is refused', async () => {
  const call = harness.as('admin')
  const { path, offerId, customerId } = await aSchedule(harness, call, monthsAgo(0))
  await call('PATCH', `/api/offers/${offerId}`, { priceCents: 9_000 })
  await eventually(async () => expect(await readKinds(call, path)).toContain('price_changed'))
  await call('PATCH', `/api/customers/${customerId}`, { currency: 'USD' })
  expect((await call('POST', `${path}/adopt-offer`)).body['code']).toBe('currency_mismatch')
  expect([await readKinds(call, path), await toMails(call)]).toEqual([
    ['created', 'price_changed'],
    [],
  ])
  await call('PATCH', `/api/customers/${customerId}`, { currency: 'EUR' })
  expect((await call('POST', `${path}/adopt-offer`, { announce: 'no' })).status).toBe(400)
  const adopted = await call('POST', `${path}/adopt-offer`, { announce: false })
  expect(adopted.body).toMatchObject({ unitAmountCents: 9_000 })
  expect(await toMails(call)).toEqual([])
})
