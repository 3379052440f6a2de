import { expect, test } from 'vitest'
import { aLine, createCustomer, createDraft } from '../../test/harness.ts'
import { paymentsSuite, untilStatus, visit } from '../../test/payments-harness.ts'
import { pollProcessor } from './poll-processor.ts'

const { harness, invoicesOf } = await paymentsSuite()

test('marks an invoice as paid when the webhook of the processor’s payment page arrives', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  const opened = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(opened.body).toMatchObject({ status: 'open', paymentsAccountId: accountId })
  const url = String(opened.body['paymentsHostedInvoiceUrl'])
  const [mirror] = invoicesOf(accountId)
  expect(mirror).toMatchObject({
    id: opened.body['paymentsInvoiceId'],
    total: 36_000,
    subtotal: 30_000,
    currency: 'eur',
    collection_method: 'send_invoice',
    sent_count: 1,
    metadata: { invoice_id: id },
  })
  await visit(url)
  const paid = await untilStatus(call, id, 'paid')
  expect(paid.body['number']).toBe(opened.body['number'])
})

test('names the org’s account in every call and sends a key with every POST', async () => {
  const { call, accountId } = await harness.seller()
  const before = harness.sandbox.payments.calls.length
  await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  const calls = harness.sandbox.payments.calls.slice(before)
  expect(calls.map(({ call: name }) => name.replace(/in_[a-f0-9]+/, ':id'))).toEqual([
    'POST /v1/customers',
    'POST /v1/tax_rates',
    'POST /v1/invoices',
    'POST /v1/invoiceitems',
    'GET /v1/invoices/:id',
    'POST /v1/invoices/:id/finalize',
    'POST /v1/invoices/:id/send',
  ])
  for (const { call: name, account, key } of calls) {
    expect(account).toBe(accountId)
    if (name.startsWith('POST')) expect(key).not.toBeNull()
  }
})

test('refuses to finalize with charges_not_enabled and keeps the draft if no account is connected', async () => {
  const call = harness.as('admin')
  const id = await createDraft(call)
  const refused = await call('POST', `/api/invoicing/${id}/finalize`)
  expect([refused.status, refused.body['code']]).toEqual([409, 'charges_not_enabled'])
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
    status: 'draft',
    number: null,
  })
})

test('refuses a customer of another account with account_mismatch', async () => {
  const { call } = await harness.seller()
  const customerId = await createCustomer(call)
  await harness.deps.db
    .updateTable('customers')
    .set({ payments_customer_id: 'cus_x', payments_account_id: 'acct_other' })
    .where('id', '=', customerId)
    .execute()
  const id = await createDraft(call, { customerId })
  const refused = await call('POST', `/api/invoicing/${id}/finalize`)
  expect([refused.status, refused.body['code']]).toEqual([409, 'account_mismatch'])
})

const steps = ['/v1/customers', '/v1/tax_rates', '/v1/invoices', '/v1/invoiceitems', '/finalize']
const kinds = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429, retryAfter: 7 },
  // The client itself retries once when a connection is cut.
  { kind: 'cut_before', times: 2 },
  { kind: 'cut_after', times: 2 },
  { kind: 'garbage' },
  { kind: 'slow', delayMs: 3_000 },
] as const

test.each(steps.flatMap((step) => kinds.map((fault) => [step, fault] as const)))(
  'responds 503 when %s fails (%j), and makes one processor invoice and one number when retried',
  async (step, fault) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call)
    harness.sandbox.payments.faults.add({
      match: `POST ${step.startsWith('/v1') ? step : ''}`,
      ...fault,
      skip: step === '/finalize' ? 4 : 0,
    })
    const refused = await call('POST', `/api/invoicing/${id}/finalize`)
    expect([refused.status, refused.body['code']]).toEqual([503, 'unavailable'])
    if ('retryAfter' in fault) expect(refused.headers.get('retry-after')).toBe('7')
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
      status: 'draft',
      number: null,
    })
    const opened = await call('POST', `/api/invoicing/${id}/finalize`)
    expect(opened.body).toMatchObject({ status: 'open', number: expect.stringMatching(/-000001$/) })
    expect(invoicesOf(accountId)).toMatchObject([{ status: 'open', total: 36_000, sent_count: 1 }])
  },
)

test('issues and mails once and returns the first result when an Idempotency-Key is repeated', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  const finalize = () =>
    call('POST', `/api/invoicing/${id}/finalize`, undefined, {
      'idempotency-key': `finalize-${id}`,
    })
  const first = await finalize()
  const again = await finalize()
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(invoicesOf(accountId)).toMatchObject([{ status: 'open', sent_count: 1 }])
})

test('completes all finalizes with keys when there are more of them than connections', async () => {
  const { call, accountId } = await harness.seller()
  const ids = await Promise.all(Array.from({ length: 24 }, () => createDraft(call)))
  const answers = await Promise.all(
    ids.map((id) =>
      call('POST', `/api/invoicing/${id}/finalize`, undefined, { 'idempotency-key': id }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
  expect(new Set(answers.map(({ body }) => body['number'])).size).toBe(24)
  expect(invoicesOf(accountId)).toHaveLength(24)
})

test.each(steps.filter((step) => step.startsWith('/v1/invoice') || step === '/finalize'))(
  'finalizes at once if the processor caches a failure at %s for a day',
  async (step) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call)
    const skip = step === '/finalize' ? 4 : 0
    harness.sandbox.payments.faults.add({
      match: `POST ${skip > 0 ? '' : step}`,
      kind: 'status',
      kept: true,
      skip,
    })
    expect((await call('POST', `/api/invoicing/${id}/finalize`)).status).toBe(503)
    const opened = await call('POST', `/api/invoicing/${id}/finalize`)
    expect(opened.body).toMatchObject({ status: 'open', number: expect.stringMatching(/-000001$/) })
    expect(invoicesOf(accountId)).toMatchObject([{ status: 'open', total: 36_000, sent_count: 1 }])
  },
)

test('sends an exclusive tax rate with every item, also if the rate is zero', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call, { vatRateBps: 0, lineItems: [aLine, aLine] })
  expect((await call('POST', `/api/invoicing/${id}/finalize`)).status).toBe(200)
  const held = harness.sandbox.payments.state.accounts.get(accountId)
  expect([...(held?.taxRates.values() ?? [])]).toMatchObject([{ percentage: 0, inclusive: false }])
  expect(invoicesOf(accountId)).toMatchObject([{ total: 60_000 }])
})

test('keeps an invoice open if its mail fails, and sends the mail later in the poller', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  harness.sandbox.payments.faults.add({ match: '/send', kind: 'status', status: 503 })
  expect((await call('POST', `/api/invoicing/${id}/finalize`)).body['status']).toBe('open')
  expect(invoicesOf(accountId)[0]?.sent_count).toBe(0)
  harness.clock.offsetMs += 20 * 60_000
  await pollProcessor(harness.deps)
  harness.clock.offsetMs = 0
  expect(invoicesOf(accountId)[0]?.sent_count).toBe(1)
})

test('discards the processor’s document when a half-pushed draft is edited', async () => {
  const { call, accountId } = await harness.seller()
  for (const match of ['/v1/invoiceitems', '/finalize', 'POST /v1/invoices']) {
    const id = await createDraft(call)
    // Two faults, because the client itself retries once when a connection is cut.
    harness.sandbox.payments.faults.add({ match, kind: 'cut_after', times: 2 })
    expect((await call('POST', `/api/invoicing/${id}/finalize`)).status).toBe(503)
    await call('PATCH', `/api/invoicing/${id}`, {
      lineItems: [{ description: 'Other', quantity: 1, unitAmountCents: 500 }],
    })
    expect((await call('POST', `/api/invoicing/${id}/finalize`)).body['status']).toBe('open')
    const live = invoicesOf(accountId).filter(
      ({ metadata, status }) => metadata?.['invoice_id'] === id && status !== 'void',
    )
    expect(live).toMatchObject([{ status: 'open', total: 600 }])
  }
})

test('makes one invoice, one number and one mail when ten finalizes of a draft run at once', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call('POST', `/api/invoicing/${id}/finalize`)),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  for (const { status } of answers) expect([200, 409, 503]).toContain(status)
  expect(invoicesOf(accountId)).toMatchObject([{ status: 'open', sent_count: 1 }])
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
    status: 'open',
    number: expect.stringMatching(/-000001$/),
  })
})

test('keeps a void of the org when the processor reports it, and makes a write-off uncollectible', async () => {
  const { call, accountId } = await harness.seller()
  const voided = await createDraft(call)
  await call('POST', `/api/invoicing/${voided}/finalize`)
  expect((await call('POST', `/api/invoicing/${voided}/void`)).body['status']).toBe('void')
  const written = await createDraft(call)
  const { body } = await call('POST', `/api/invoicing/${written}/finalize`)
  const at = `${harness.sandbox.url}/payments/${accountId}/invoices/${String(body['paymentsInvoiceId'])}`
  await visit(`${at}/uncollectible`)
  await untilStatus(call, written, 'uncollectible')
  await visit(`${at.replace(/uncollectible$/, '')}/pay`).catch(() => {})
  await harness.sandbox.payments.deliveries.settled()
  expect((await call('GET', `/api/invoicing/${voided}`)).body['status']).toBe('void')
})

test('refuses a void with invoice_not_open and records the payment if the invoice was paid meanwhile', async () => {
  const { call } = await harness.seller()
  const id = await createDraft(call)
  const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  await visit(String(body['paymentsHostedInvoiceUrl']))
  const refused = await call('POST', `/api/invoicing/${id}/void`)
  expect([refused.status, refused.body['code']]).toEqual([409, 'invoice_not_open'])
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('paid')
})

test('applies changes by sync and poller if no webhook delivered them', async () => {
  const { call } = await harness.seller()
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  const ids = [await createDraft(call), await createDraft(call)]
  for (const id of ids) {
    const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
    await visit(String(body['paymentsHostedInvoiceUrl']))
  }
  const [first = '', second = ''] = ids
  expect((await call('POST', `/api/invoicing/${first}/sync`)).body['status']).toBe('paid')
  expect((await call('GET', `/api/invoicing/${second}`)).body['status']).toBe('open')
  await pollProcessor(harness.deps)
  expect((await call('GET', `/api/invoicing/${second}`)).body['status']).toBe('paid')
})

test('lets the processor pay a zero invoice at once, and resets it with its number', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call, {
    lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }],
  })
  const opened = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(opened.status).toBe(200)
  await untilStatus(call, id, 'paid')
  const reset = await call('POST', `/api/invoicing/${id}/reset`)
  expect(reset.body).toMatchObject({
    status: 'draft',
    number: opened.body['number'],
    dueDate: null,
    paymentsInvoiceId: null,
    paymentsHostedInvoiceUrl: null,
  })
  await call('PATCH', `/api/invoicing/${id}`, {
    lineItems: [{ description: 'Paid after all', quantity: 1, unitAmountCents: 700 }],
  })
  const again = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(again.body).toMatchObject({ status: 'open', number: opened.body['number'] })
  expect(invoicesOf(accountId)).toHaveLength(2)
  expect((await call('POST', `/api/invoicing/${id}/reset`)).body['code']).toBe(
    'invoice_carries_value',
  )
})

test('resets an invoice at the processor only if it has no total and no payment there', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  const { number } = (await call('POST', `/api/invoicing/${id}/finalize`)).body
  const reset = () => call('POST', `/api/invoicing/${id}/reset`)
  expect((await reset()).body['code']).toBe('invoice_carries_value')
  const [held] = invoicesOf(accountId)
  if (held === undefined) throw new Error('the invoice is not at the processor')
  Object.assign(held, { total: 0, amount_paid: 1 })
  expect((await reset()).body['code']).toBe('invoice_carries_value')
  Object.assign(held, { amount_paid: 0 })
  expect((await reset()).body).toMatchObject({ status: 'draft', number, paymentsInvoiceId: null })
})
