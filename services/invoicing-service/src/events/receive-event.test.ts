import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createCustomer, createDraft } from '../../test/harness.ts'
import { startPaymentsHarness, visit } from '../../test/payments-harness.ts'
import { anOpenInvoice, event, type paths, post } from '../../test/webhooks.ts'
import { EventFields, limitTime } from '../processor/event.ts'
import { pollProcessor } from './poll-processor.ts'
import { receiveEvent } from './receive-event.ts'

const harness = await startPaymentsHarness()
afterAll(() => harness.stop())

test('does not change an invoice if the event is of another account', async () => {
  const { call, id, processorId } = await anOpenInvoice(harness)
  const other = await harness.seller()
  const answer = await post(
    harness,
    'invoicing',
    event('invoice.paid', other.accountId, { id: processorId, status: 'paid' }),
  )
  expect(answer.status).toBe(200)
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('open')
})

test('applies an event once when it is delivered 20 times at once', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const paid = event('invoice.paid', accountId, { id: processorId, status: 'paid' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(harness, 'invoicing', paid)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('paid')
  const events = await harness.deps.db
    .selectFrom('payment_events')
    .select('event_id')
    .where('event_id', '=', paid.id)
    .execute()
  expect(events).toHaveLength(1)
})

test('applies an event once when it is redelivered to another instance or after a restart', async () => {
  const { accountId, id, processorId } = await anOpenInvoice(harness)
  const paid = event('invoice.paid', accountId, { id: processorId, status: 'paid' })
  const deliver = () =>
    receiveEvent(harness.deps, 'invoicing', limitTime(EventFields.parse(paid), new Date()))
  expect(await deliver()).toBe('handled')
  expect(await deliver()).toBe('seen')
  expect((await post(harness, 'invoicing', paid)).status).toBe(200)
  const row = await harness.deps.db
    .selectFrom('invoices')
    .select(['status', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // The versions: drafted, opened, mailed, paid.
  expect(row).toEqual({ status: 'paid', version: 4 })
})

test('acknowledges payment_failed and unknown types without changes', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  for (const type of ['invoice.payment_failed', 'invoice.updated', 'charge.refunded']) {
    const answer = await post(
      harness,
      'invoicing',
      event(type, accountId, { id: processorId, status: 'open' }),
    )
    expect([answer.status, answer.body]).toEqual([200, { received: true }])
  }
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('open')
})

test('reaches the same ledger with any order, duplicates and losses of events, including the poller', async () => {
  const { call } = await harness.seller()
  const customerId = await createCustomer(call)
  const story = ['invoice.marked_uncollectible', 'invoice.paid'] as const
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...story, ...story], { minLength: 0, maxLength: 4 }),
      async (types) => {
        const id = await createDraft(call, { customerId })
        const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
        const accountId = String(body['paymentsAccountId'])
        const processorId = String(body['paymentsInvoiceId'])
        const at = `${harness.sandbox.url}/payments/${accountId}/invoices/${processorId}`
        await visit(`${at}/uncollectible`)
        await visit(`${at}/pay`)
        await Promise.all(
          types.map((type) =>
            post(harness, 'invoicing', event(type, accountId, { id: processorId, status: 'paid' })),
          ),
        )
        harness.clock.offsetMs += 16 * 60_000
        await pollProcessor(harness.deps)
        harness.clock.offsetMs = 0
        await harness.deps.db
          .updateTable('payment_accounts')
          .set({ events_polled_at: null })
          .execute()
        const after = await call('GET', `/api/invoicing/${id}`)
        expect(after.body['status']).toBe('paid')
      },
    ),
    { numRuns: 12 },
  )
  harness.sandbox.payments.deliveries.switches.drop = 0
})

test('keeps the newest account.updated event if events arrive in another order', async () => {
  const { call, accountId } = await harness.seller()
  const now = Math.floor(Date.now() / 1000)
  const say = (charges: boolean, created: number) =>
    post(
      harness,
      'connect',
      event(
        'account.updated',
        accountId,
        { id: accountId, charges_enabled: charges, details_submitted: true },
        { created },
      ),
    )
  const enabled = async () =>
    (
      await harness.deps.db
        .selectFrom('payment_accounts')
        .select('charges_enabled')
        .where('org_id', '=', call.orgId)
        .executeTakeFirstOrThrow()
    ).charges_enabled
  await say(false, now + 20)
  await say(true, now + 10)
  expect(await enabled()).toBe(false)
  await say(true, now + 30)
  expect(await enabled()).toBe(true)
})

test.each([
  ['invoicing', 'invoice.paid', { id: 5 }],
  ['invoicing', 'invoice.paid', {}],
  [
    'invoicing',
    'invoice.paid',
    { id: 'in_shape', billing_reason: 'subscription_cycle', total: 'ten' },
  ],
  ['invoicing', 'invoice.voided', {}],
  ['invoicing', 'invoice.payment_failed', {}],
  [
    'offers',
    'checkout.session.completed',
    { id: 'cs_shape', payment_status: 'paid', amount_total: 'ten' },
  ],
  ['connect', 'account.updated', {}],
] as const)(
  'acknowledges and ignores a malformed object: %s, %s, %j',
  async (endpoint: keyof typeof paths, type, object) => {
    const { call, accountId } = await harness.seller()
    const answer = await post(harness, endpoint, event(type, accountId, object))
    expect([answer.status, answer.body]).toEqual([200, { received: true }])
    expect((await call('GET', '/api/invoicing')).body['total']).toBe(0)
  },
)

test('treats an event without a creation time as new', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const { created: _, ...rest } = event('invoice.paid', accountId, { id: processorId })
  expect((await post(harness, 'invoicing', rest)).status).toBe(200)
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('paid')
})

test('acknowledges a signed event of an unknown shape, and refuses a body that is no event', async () => {
  const { accountId } = await harness.seller()
  const other = {
    id: `evt_thin_${accountId}`,
    object: 'v2.core.event',
    type: 'v2.core.account.updated',
  }
  for (const body of [
    other,
    { ...event('x.y', accountId, {}), created: 'now', account: 7, data: null },
  ]) {
    const answer = await post(harness, 'invoicing', body)
    expect([answer.status, answer.body]).toEqual([200, { received: true }])
  }
  for (const body of [[], {}, { id: 'evt_1' }]) {
    expect((await post(harness, 'invoicing', body)).body['code']).toBe('validation_failed')
  }
})

test('applies the status of an invoice even if its other fields cannot be read', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const odd = {
    id: processorId,
    currency: 'euro',
    customer: 5,
    lines: [],
    due_date: 'soon',
    total: 'ten',
  }
  await post(harness, 'invoicing', event('invoice.voided', accountId, odd))
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('uncollectible')
})

test('keeps the stored value if a field is absent from account.updated', async () => {
  const { call, accountId } = await harness.seller()
  const created = Math.floor(Date.now() / 1000) + 10
  await post(
    harness,
    'connect',
    event('account.updated', accountId, { id: accountId }, { created }),
  )
  const kept = await harness.deps.db
    .selectFrom('payment_accounts')
    .select(['charges_enabled', 'details_submitted', 'event_created'])
    .where('org_id', '=', call.orgId)
    .executeTakeFirstOrThrow()
  expect(kept).toEqual({
    charges_enabled: true,
    details_submitted: true,
    event_created: String(created),
  })
})
