import { afterAll, expect, test } from 'vitest'
import { pollProcessor } from '../src/events/poll-processor.ts'
import { generateInvoices } from '../src/schedules/generate-invoices.ts'
import { type Caller, createCustomer, createDraft, toId } from './harness.ts'
import { killedAt } from './killed-at.ts'
import { startPaymentsHarness } from './payments-harness.ts'

const harness = await startPaymentsHarness()
afterAll(() => harness.stop())

const steps = [
  'POST /v1/customers',
  'POST /v1/tax_rates',
  'POST /v1/invoices',
  'POST /v1/invoiceitems',
  // The total is checked before anything is finalized.
  'GET /v1/invoices/:id',
  '/finalize',
  '/send',
]
const isStep = (name: string, step: string): boolean => {
  const call = name.replace(/in_[a-f0-9]+/, ':id')
  return /^[A-Z]/.test(step) ? call === step : call.endsWith(step)
}

test.each(steps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]))(
  'makes one processor invoice, one number and one row when retried after SIGKILL at %s, %s its effect',
  async (step, moment) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call, {
      lineItems: [
        { description: 'One', quantity: 1, unitAmountCents: 1_000 },
        { description: 'Two', quantity: 2, unitAmountCents: 333 },
      ],
    })
    await killedAt(
      harness,
      (name, when) => when === moment && isStep(name, step),
      (url) => harness.as('admin', call.orgId, {}, url)('POST', `/api/invoicing/${id}/finalize`),
    )
    const repeated = await call('POST', `/api/invoicing/${id}/finalize`)
    // The service was killed while sending the mail, after the ledger had opened the invoice.
    expect(repeated.status).toBe(step === '/send' ? 409 : 200)
    const { body } = await call('GET', '/api/invoicing')
    expect(body).toMatchObject({
      total: 1,
      items: [
        { id, status: 'open', number: expect.stringMatching(/-000001$/), totalAmountCents: 1_999 },
      ],
    })
    const held = harness.sandbox.payments.state.accounts.get(accountId)
    const number = (await call('GET', `/api/invoicing/${id}`)).body['number']
    expect([...(held?.invoices.values() ?? [])]).toMatchObject([
      { status: 'open', total: 1_999, number },
    ])
    expect(held?.customers.size).toBe(1)
    await pollLater()
    expect([...(held?.invoices.values() ?? [])]).toMatchObject([{ sent_count: 1 }])
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
      mailed: { at: expect.any(String) },
    })
  },
  60_000,
)

async function pollLater(minutes = 20): Promise<void> {
  harness.clock.offsetMs += minutes * 60_000
  await pollProcessor(harness.deps)
  harness.clock.offsetMs = 0
}

test.each(['before', 'after'] as const)(
  'opens and mails in the poller what the processor issued, if SIGKILL comes at the last step, %s its effect, without a retry',
  async (moment) => {
    const { call } = await harness.seller()
    const id = await createDraft(call)
    await killedAt(
      harness,
      (name, when) => when === moment && name.endsWith('/finalize'),
      (url) => harness.as('admin', call.orgId, {}, url)('POST', `/api/invoicing/${id}/finalize`),
    )
    await pollLater()
    const mailed = { at: expect.any(String) }
    const number = expect.stringMatching(/-000001$/)
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
      status: 'open',
      number,
      mailed,
    })
    const next = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
    expect(next.body['number']).toMatch(/-000002$/)
  },
  60_000,
)

/** Returns the same user at another instance. */
const twin = (call: Caller, url: string): Caller =>
  harness.as('admin', call.orgId, { userId: call.userId }, url)

test.each(['before', 'after'] as const)(
  'returns the first result for the Idempotency-Key if SIGKILL comes right after the opening, %s the mail',
  async (moment) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call)
    const finalize = (by: Caller) =>
      by('POST', `/api/invoicing/${id}/finalize`, undefined, {
        'idempotency-key': `finalize-${id}`,
      })
    await killedAt(
      harness,
      (name, when) => when === moment && name.endsWith('/send'),
      (url) => finalize(twin(call, url)),
    )
    const repeated = await finalize(call)
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    const now = await call('GET', `/api/invoicing/${id}`)
    const { vatReasons: _ofReadsOnly, ...invoice } = now.body
    expect(repeated.body).toEqual({
      ...invoice,
      warnings: [expect.anything()],
      eInvoiceWarnings: [expect.anything()],
    })
    expect(repeated.headers.get('etag')).toBe(now.headers.get('etag'))
    expect(now.body).toMatchObject({ status: 'open', number: expect.stringMatching(/-000001$/) })
    await pollLater()
    const held = harness.sandbox.payments.state.accounts.get(accountId)?.invoices.values() ?? []
    expect([...held]).toMatchObject([{ sent_count: 1 }])
    const mailed = { at: expect.any(String) }
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({ mailed })
  },
  60_000,
)

test('returns the only offer for the Idempotency-Key if SIGKILL comes while it is mirrored', async () => {
  const { call } = await harness.seller()
  const create = (by: Caller) =>
    by(
      'POST',
      '/api/offers',
      { name: 'Plan', priceCents: 500, billingModel: 'one_off' },
      { 'idempotency-key': `offer-${call.orgId}` },
    )
  await killedAt(
    harness,
    (name, moment) => name === 'POST /v1/prices' && moment === 'before',
    (url) => create(twin(call, url)),
  )
  const repeated = await create(call)
  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(repeated.headers.get('location')).toBe(`/api/offers/${toId(repeated)}`)
  expect((await call('GET', '/api/offers')).body).toMatchObject({
    total: 1,
    items: [{ id: toId(repeated) }],
  })
})

const creditAt = (id: string, amountCents: number) => (by: Caller) =>
  by(
    'POST',
    `/api/invoicing/${id}/credit-notes`,
    { amountCents, reason: 'Returned' },
    { 'idempotency-key': `credit-${id}` },
  )

test.each([
  ['before', 20],
  ['after', 20],
  // The processor has forgotten the first attempt's key.
  ['after', 22 * 60],
] as const)(
  'makes one note on either side if SIGKILL comes while the processor gets it, %s its effect, after %i minutes',
  async (moment, minutes) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call)
    await call('POST', `/api/invoicing/${id}/finalize`)
    const credit = creditAt(id, 10_000)
    harness.sandbox.payments.deliveries.switches.drop = 'all'
    await killedAt(
      harness,
      (name, when) => when === moment && name === 'POST /v1/credit_notes',
      (url) => credit(twin(call, url)),
    )
    const repeated = await credit(call)
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(repeated.headers.get('location')).toBe(`/api/credit-notes/${toId(repeated)}/pdf`)
    const calls: string[] = []
    harness.watch.observe = (name, when) => void (when === 'before' && calls.push(name))
    await pollLater(minutes)
    await pollLater(minutes)
    delete harness.watch.observe
    harness.sandbox.payments.deliveries.switches.drop = 0
    const held = [
      ...(harness.sandbox.payments.state.accounts.get(accountId)?.creditNotes.values() ?? []),
    ]
    expect(held).toMatchObject([
      { total: 10_000, subtotal: 8_333, metadata: { credit_note_id: toId(repeated) } },
    ])
    if (minutes > 20) expect(calls).not.toContain('POST /v1/credit_notes')
    expect(await toNotes(call.orgId)).toEqual([
      {
        number: expect.stringMatching(/-000001$/),
        mirror: 'done',
        payments_credit_note_id: held[0]?.id,
      },
    ])
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
      creditedCents: 10_000,
      amountDueCents: 26_000,
    })
  },
  60_000,
)

const toNotes = (orgId: string) =>
  harness.deps.db
    .selectFrom('credit_notes')
    .select(['number', 'mirror', 'payments_credit_note_id'])
    .where('org_id', '=', orgId)
    .orderBy('number')
    .execute()

test('leaves no gap in numbers and every note in its invoice and at the processor if SIGKILL comes under 50 writers', async () => {
  const { call, accountId } = await harness.seller()
  const ids = await Promise.all([createDraft(call), createDraft(call), createDraft(call)])
  for (const id of ids) await call('POST', `/api/invoicing/${id}/finalize`)
  let given = 0
  await killedAt(
    harness,
    (name, when) => {
      if (when === 'before' && name === 'POST /v1/credit_notes') given += 1
      return given === 12
    },
    async (url) => {
      const by = twin(call, url)
      const write = (n: number) =>
        by('POST', `/api/invoicing/${ids[n % 3]}/credit-notes`, {
          amountCents: 2_000,
          reason: `Writer ${n}`,
        })
      await Promise.all(Array.from({ length: 50 }, (_, n) => write(n)))
    },
  )
  const after = await call('POST', `/api/invoicing/${ids[0]}/credit-notes`, {
    amountCents: 1,
    reason: 'After',
  })
  expect(after.status).toBe(201)
  await pollLater()
  const notes = await toNotes(call.orgId)
  expect(notes.length).toBeGreaterThanOrEqual(13)
  const numbers = notes.map(({ number }) => Number(number.slice(8)))
  expect(numbers).toEqual(notes.map((_, n) => n + 1))
  expect(new Set(notes.map(({ mirror }) => mirror))).toEqual(new Set(['done']))
  const held = [
    ...(harness.sandbox.payments.state.accounts.get(accountId)?.creditNotes.values() ?? []),
  ]
  expect(held.map(({ id }) => id).sort()).toEqual(
    notes.map((note) => note.payments_credit_note_id).sort(),
  )
  for (const id of ids) {
    const { body } = await call('GET', `/api/invoicing/${id}`)
    const { items } = (await call('GET', `/api/invoicing/${id}/credit-notes?limit=100`)).body
    const sum = (items as unknown as Array<{ totalAmountCents: number }>).reduce(
      (all, note) => all + note.totalAmountCents,
      0,
    )
    expect(body).toMatchObject({ creditedCents: sum, amountDueCents: 36_000 - sum })
  }
})

/** Creates a schedule with a due period that is not billed yet. */
async function aDueSchedule(call: Caller, customerId: string) {
  const offer = { name: 'Care', priceCents: 5_000, billingModel: 'recurring', interval: 'month' }
  const offerId = toId(await call('POST', '/api/offers', offer))
  const made = await call('POST', '/api/invoicing/schedules', { customerId, offerId })
  return `/api/invoicing/schedules/${toId(made)}`
}
const bill = (call: Caller) => generateInvoices(harness.deps, 100, undefined, call.orgId)

test.each(['before', 'after'] as const)(
  'makes one invoice with one number if SIGKILL comes while a period is billed again, %s its issue',
  async (moment) => {
    const { call, accountId } = await harness.seller()
    const customerId = await createCustomer(call, { currency: 'USD' })
    await call('PATCH', `/api/customers/${customerId}`, { currency: null })
    const path = await aDueSchedule(call, customerId)
    await call('PATCH', `/api/customers/${customerId}`, { currency: 'USD' })
    expect(await bill(call)).toMatchObject({ failed: 1, failures: [{ code: 'currency_mismatch' }] })
    await call('PATCH', `/api/customers/${customerId}`, { currency: 'EUR' })
    await killedAt(
      harness,
      (name, when) => when === moment && name.endsWith('/finalize'),
      (url) => twin(call, url)('POST', `${path}/retry`),
    )
    expect((await call('GET', path)).body).toMatchObject({ stuck: true })
    expect((await call('POST', `${path}/retry`)).body).toMatchObject({
      stuck: false,
      failure: null,
    })
    const invoices = (await call('GET', path)).body['invoices'] as unknown as Array<{
      number: string
    }>
    expect(invoices).toMatchObject([{ status: 'open', number: expect.stringMatching(/-000001$/) }])
    const held = harness.sandbox.payments.state.accounts.get(accountId)?.invoices.values() ?? []
    expect([...held]).toMatchObject([{ status: 'open', number: invoices[0]?.number }])
  },
  60_000,
)

test('shows a period as not finalized while its run hangs at the processor, and makes one invoice', async () => {
  const { call, accountId } = await harness.seller()
  const path = await aDueSchedule(call, await createCustomer(call))
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  harness.watch.observe = async (name, moment) => {
    if (moment !== 'before' || !name.endsWith('/finalize')) return
    ask()
    await released
  }
  const run = bill(call)
  await asked
  expect((await call('GET', path)).body).toMatchObject({
    stuck: true,
    failure: { code: 'not_finalized' },
  })
  const retried = call('POST', `${path}/retry`)
  delete harness.watch.observe
  release()
  await Promise.all([run, retried])
  // The second request may have been refused while the first was running.
  if ((await call('GET', path)).body['stuck'] === true) await call('POST', `${path}/retry`)
  expect((await call('GET', path)).body).toMatchObject({
    stuck: false,
    invoices: [{ status: 'open' }],
  })
  const held = harness.sandbox.payments.state.accounts.get(accountId)?.invoices.values() ?? []
  expect([...held]).toHaveLength(1)
})
