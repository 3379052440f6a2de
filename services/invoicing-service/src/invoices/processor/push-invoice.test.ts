import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft } from '../../../test/harness.ts'
import { startPaymentsHarness, untilStatus, visit } from '../../../test/payments-harness.ts'
import { pollProcessor } from '../../events/poll-processor.ts'

const harness = await startPaymentsHarness()
afterAll(() => harness.stop())
afterEach(() => {
  harness.sandbox.payments.faults.clear()
  harness.clock.offsetMs = 0
  delete harness.watch.observe
})

const held = (accountId: string) => {
  const account = harness.sandbox.payments.state.accounts.get(accountId)
  if (account === undefined) throw new Error('no such account')
  return account
}
const toInvoices = (accountId: string) => [...held(accountId).invoices.values()]
const finalize = (call: Caller, id: string) => call('POST', `/api/invoicing/${id}/finalize`)
const read = async (call: Caller, id: string) => (await call('GET', `/api/invoicing/${id}`)).body

test('gives the processor the organisation’s number even if many invoices are finalized at once', async () => {
  const { call, accountId } = await harness.seller()
  const ids = await Promise.all(Array.from({ length: 12 }, () => createDraft(call)))
  const answers = await Promise.all(ids.map((id) => finalize(call, id)))
  const ours = answers.map(({ body }) => [body['paymentsInvoiceId'], body['number']]).toSorted()
  expect(
    toInvoices(accountId)
      .map(({ id, number }) => [id, number])
      .toSorted(),
  ).toEqual(ours)
  const numbers = ours.map(([, number]) => String(number).slice(-6)).toSorted()
  expect(numbers).toEqual(ids.map((_, index) => String(index + 1).padStart(6, '0')))
})

test('changes the customer’s version when it gets a new processor id, but not when details are sent', async () => {
  const { call, accountId } = await harness.seller()
  const customerId = await createCustomer(call)
  const path = `/api/customers/${customerId}`
  const etag = async () => (await call('GET', path)).headers.get('etag')
  const created = await etag()
  await finalize(call, await createDraft(call, { customerId }))
  expect(await etag()).not.toBe(created)
  await call('PATCH', path, { name: 'Harbour Mill' })
  const changed = await etag()
  expect((await finalize(call, await createDraft(call, { customerId }))).status).toBe(200)
  expect([...held(accountId).customers.values()]).toMatchObject([{ name: 'Harbour Mill' }])
  expect(await etag()).toBe(changed)
})

test('does not start at the processor if the draft changed since the user read it', async () => {
  const { call, accountId } = await harness.seller()
  const path = `/api/invoicing/${await createDraft(call)}`
  const seen = { 'if-match': (await call('GET', path)).headers.get('etag') ?? '' }
  await call('PATCH', path, { vatRateBps: 0 })
  const refused = await call('POST', `${path}/finalize`, undefined, seen)
  expect([refused.status, refused.body['code']]).toEqual([412, 'precondition_failed'])
  expect(toInvoices(accountId)).toEqual([])
  const now = { 'if-match': (await call('GET', path)).headers.get('etag') ?? '' }
  expect((await call('POST', `${path}/finalize`, undefined, now)).body).toMatchObject({
    status: 'open',
  })
  expect(toInvoices(accountId)).toHaveLength(1)
})

test('stops before anything is sent and keeps the draft if the processor computes another total', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  harness.watch.observe = (name, moment) => {
    if (moment === 'after' && name === 'POST /v1/invoiceitems') {
      for (const invoice of toInvoices(accountId)) invoice.total += 1
    }
  }
  const before = harness.sandbox.payments.calls.length
  const refused = await finalize(call, id)
  expect([refused.status, refused.body['code']]).toEqual([422, 'total_mismatch'])
  expect(String(refused.body['detail'])).toContain('360.01 EUR')
  const calls = harness.sandbox.payments.calls.slice(before).map(({ call: name }) => name)
  expect(calls.filter((name) => /finalize|send/.test(name))).toEqual([])
  expect(toInvoices(accountId)).toEqual([])
  expect(await read(call, id)).toMatchObject({ status: 'draft', number: null })
  delete harness.watch.observe
  expect((await finalize(call, id)).body).toMatchObject({
    status: 'open',
    number: expect.stringMatching(/-000001$/),
  })
  expect(toInvoices(accountId)).toMatchObject([{ total: 36_000, sent_count: 1 }])
})

test('voids the invoice unsent and reuses its number if only the finalized total differs', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  harness.watch.observe = (name, moment) => {
    if (moment === 'before' && name.endsWith('/finalize')) {
      for (const invoice of toInvoices(accountId)) invoice.total -= 1
    }
  }
  const refused = await finalize(call, id)
  expect([refused.status, refused.body['code']]).toEqual([422, 'total_mismatch'])
  expect(toInvoices(accountId)).toMatchObject([{ status: 'void', sent_count: 0 }])
  await harness.sandbox.payments.deliveries.settled()
  expect(await read(call, id)).toMatchObject({ status: 'draft', number: null })
  delete harness.watch.observe
  const opened = await finalize(call, id)
  expect(opened.body).toMatchObject({ status: 'open', number: expect.stringMatching(/-000001$/) })
  // The void document keeps the number there, so the processor numbers the new one itself.
  expect(toInvoices(accountId)).toMatchObject([
    { status: 'void' },
    { status: 'open', sent_count: 1 },
  ])
})

test('uses a number next if an abandoned attempt had kept it', async () => {
  const { call, accountId } = await harness.seller()
  const abandoned = await createDraft(call)
  harness.sandbox.payments.faults.add({ match: '/finalize', kind: 'status', status: 500 })
  expect((await finalize(call, abandoned)).status).toBe(503)
  expect((await finalize(call, await createDraft(call))).body['number']).toMatch(/-000002$/)
  harness.clock.offsetMs = 20 * 60_000
  await pollProcessor(harness.deps)
  harness.clock.offsetMs = 0
  expect(await read(call, abandoned)).toMatchObject({ status: 'draft', number: null })
  expect(toInvoices(accountId)).toHaveLength(1)
  expect((await finalize(call, await createDraft(call))).body['number']).toMatch(/-000001$/)
  expect((await finalize(call, abandoned)).body['number']).toMatch(/-000003$/)
})

test('issues a reset invoice again under its number although the processor keeps the old document', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call, {
    lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }],
  })
  const { number } = (await finalize(call, id)).body
  await untilStatus(call, id, 'paid')
  await call('POST', `/api/invoicing/${id}/reset`)
  await call('PATCH', `/api/invoicing/${id}`, {
    lineItems: [{ description: 'Paid after all', quantity: 1, unitAmountCents: 700 }],
  })
  expect((await finalize(call, id)).body).toMatchObject({ status: 'open', number })
  expect(toInvoices(accountId)).toMatchObject([
    { status: 'paid', number },
    { status: 'open', total: 840, sent_count: 1 },
  ])
})

test('requests a draft without the number if the processor refuses it without a reason', async () => {
  const { call, accountId } = await harness.seller()
  harness.sandbox.payments.faults.add({ match: 'POST /v1/invoices', kind: 'status', status: 400 })
  const { number, status } = (await finalize(call, await createDraft(call))).body
  expect(status).toBe('open')
  expect(toInvoices(accountId)).toMatchObject([{ number, status: 'open', sent_count: 1 }])
})

test('voids an attempt if it is taken back while its last step takes effect', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  harness.sandbox.payments.faults.add({ match: '/finalize', kind: 'status', status: 500 })
  expect((await finalize(call, id)).status).toBe(503)
  await call('PATCH', `/api/invoicing/${id}`, { vatRateBps: 0 })
  harness.watch.observe = async (name, moment) => {
    if (moment !== 'before' || !name.startsWith('DELETE')) return
    const headers = { authorization: 'Bearer sk_test_1', 'stripe-account': accountId }
    const path = `${name.slice('DELETE '.length)}/finalize`
    await fetch(harness.sandbox.url + path, { method: 'POST', headers })
  }
  expect((await finalize(call, id)).body).toMatchObject({
    status: 'open',
    totalAmountCents: 30_000,
  })
  expect(toInvoices(accountId).map(({ status, total }) => [status, total])).toEqual([
    ['void', 36_000],
    ['open', 30_000],
  ])
})

test("uses the organisation's name if the payment event arrives before the opening", async () => {
  const { call } = await harness.seller()
  const name = harness.name(call.orgId)
  const id = await createDraft(call, {
    lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }],
  })
  harness.watch.observe = async (step, moment) => {
    if (step.endsWith('/finalize') && moment === 'after')
      await harness.sandbox.payments.deliveries.settled()
  }
  expect((await finalize(call, id)).body).toMatchObject({
    status: 'paid',
    seller: { name },
    warnings: [{ code: 'seller_incomplete' }],
    eInvoiceWarnings: [{ code: 'e_invoice_incomplete' }],
  })
})

test('refuses a total below zero before any call to the processor', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call, {
    lineItems: [{ description: 'Taken back', quantity: 1, unitAmountCents: -500 }],
  })
  const before = harness.sandbox.payments.calls.length
  const refused = await finalize(call, id)
  expect([refused.status, refused.body['code']]).toEqual([422, 'negative_total'])
  expect(harness.sandbox.payments.calls).toHaveLength(before)
  expect(toInvoices(accountId)).toEqual([])
})

test.each([false, true])(
  'creates a customer again once if the processor lost it, changed since: %s',
  async (changed) => {
    const { call, accountId } = await harness.seller()
    const customerId = await createCustomer(call)
    await finalize(call, await createDraft(call, { customerId }))
    const [gone = ''] = held(accountId).customers.keys()
    held(accountId).customers.clear()
    if (changed) await call('PATCH', `/api/customers/${customerId}`, { name: 'Renamed' })
    expect((await finalize(call, await createDraft(call, { customerId }))).body['status']).toBe(
      'open',
    )
    const [anew = ''] = held(accountId).customers.keys()
    expect(held(accountId).customers.size).toBe(1)
    expect(anew).not.toBe(gone)
    expect((await call('GET', `/api/customers/${customerId}`)).body).toMatchObject({
      paymentsCustomerId: anew,
      paymentsAccountId: accountId,
    })
    expect((await finalize(call, await createDraft(call, { customerId }))).body['status']).toBe(
      'open',
    )
    expect([...held(accountId).customers.keys()]).toEqual([anew])
    expect(toInvoices(accountId).map(({ status }) => status)).toEqual(['open', 'open', 'open'])
  },
)

test('creates a tax rate again once and deletes the unfinished draft if the processor lost the rate', async () => {
  const { call, accountId } = await harness.seller()
  await finalize(call, await createDraft(call))
  held(accountId).taxRates.clear()
  for (const _again of [1, 2]) {
    expect((await finalize(call, await createDraft(call))).body['status']).toBe('open')
    expect(held(accountId).taxRates.size).toBe(1)
  }
  expect(toInvoices(accountId).map(({ status }) => status)).toEqual(['open', 'open', 'open'])
})

test('agrees on lines, payment and credit note if a króna has no decimals here and two at the processor', async () => {
  const { call, accountId } = await harness.seller()
  const customerId = await createCustomer(call, { currency: 'ISK' })
  const lineItems = [{ description: 'Fish', quantity: 1, unitAmountCents: 5_000 }]
  const id = await createDraft(call, { customerId, lineItems, vatRateBps: 2_400 })
  expect((await finalize(call, id)).body).toMatchObject({ status: 'open', totalAmountCents: 6_200 })
  const [atProcessor] = toInvoices(accountId)
  expect(atProcessor).toMatchObject({ total: 620_000, lines: { data: [{ amount: 500_000 }] } })
  const credit = { amountCents: 620, reason: 'Late' }
  expect((await call('POST', `/api/invoicing/${id}/credit-notes`, credit)).status).toBe(201)
  expect(atProcessor?.amount_remaining).toBe(558_000)
  await visit(`${harness.sandbox.url}/payments/${accountId}/invoices/${atProcessor?.id}/pay`)
  const { body } = await untilStatus(call, id, 'paid')
  expect(body).toMatchObject({ creditedCents: 620, amountDueCents: 0 })
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({
    currency: 'ISK',
    paidCents: 5_580,
  })
})

test('reports another total if the processor adds a fraction of a króna', async () => {
  const { call, accountId } = await harness.seller()
  const customerId = await createCustomer(call, { currency: 'ISK' })
  const lineItems = [{ description: 'Work', quantity: 1, unitAmountCents: 1_001 }]
  const id = await createDraft(call, { customerId, lineItems, vatRateBps: 2_400 })
  harness.watch.observe = (name, moment) => {
    if (moment === 'after' && name === 'POST /v1/invoiceitems') {
      for (const invoice of toInvoices(accountId)) invoice.total = 124_124
    }
  }
  const refused = await finalize(call, id)
  expect([refused.status, refused.body['code']]).toEqual([422, 'total_mismatch'])
  expect(String(refused.body['detail'])).toContain('a part of the smallest unit of ISK')
})

test('keeps the draft and creates nothing at the processor if it cannot take the amount', async () => {
  const { call, accountId } = await harness.seller()
  const customerId = await createCustomer(call, { currency: 'KWD' })
  const aPart = { description: 'x', quantity: 1, unitAmountCents: 5_124 }
  const id = await createDraft(call, { customerId, lineItems: [aPart], vatRateBps: 0 })
  const refused = await finalize(call, id)
  expect([refused.status, refused.body['code']]).toEqual([422, 'amount_not_chargeable'])
  expect((await read(call, id))['status']).toBe('draft')
  expect(toInvoices(accountId)).toEqual([])
  await call('PATCH', `/api/invoicing/${id}`, { lineItems: [{ ...aPart, unitAmountCents: 5_120 }] })
  expect((await finalize(call, id)).body).toMatchObject({
    status: 'open',
    number: expect.stringMatching(/-000001$/),
  })
})

test('issues and mails without the processor when the organisation takes no online payments', async () => {
  const call = harness.as('admin')
  const id = await createDraft(call)
  expect((await finalize(call, id)).body['code']).toBe('charges_not_enabled')
  await call('PUT', '/api/invoicing/defaults', { onlinePayments: false })
  expect((await finalize(call, id)).body).toMatchObject({
    status: 'open',
    paymentsInvoiceId: null,
    number: expect.stringMatching(/-000001$/),
  })
  await eventually(async () =>
    expect(await read(call, id)).toMatchObject({ mailed: { at: expect.any(String) } }),
  )
})

test('finishes an attempt that reached the processor after online payments were turned off', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  harness.sandbox.payments.faults.add({ match: '/finalize', kind: 'cut_after', times: 2 })
  expect((await finalize(call, id)).status).toBe(503)
  harness.sandbox.payments.faults.clear()
  await call('PUT', '/api/invoicing/defaults', { onlinePayments: false })
  const { body } = await finalize(call, id)
  expect(toInvoices(accountId)).toMatchObject([{ id: body['paymentsInvoiceId'] }])
  const other = await finalize(call, await createDraft(call))
  expect(other.body).toMatchObject({ status: 'open', paymentsInvoiceId: null })
})
