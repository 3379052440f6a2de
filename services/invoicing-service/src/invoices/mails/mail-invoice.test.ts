import { newId } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { createDraft, toId } from '../../../test/harness.ts'
import { paymentsSuite, untilStatus, visit } from '../../../test/payments-harness.ts'

const { harness, invoicesOf, pollAfter } = await paymentsSuite()

const sendKeys = (since: number) =>
  harness.sandbox.payments.calls
    .slice(since)
    .filter(({ call }) => call.endsWith('/send'))
    .map(({ key }) => key)
const mailedAt = { mailed: { at: expect.stringMatching(/^\d{4}-.+Z$/) } }

test('shows when an invoice was mailed', async () => {
  const { call } = await harness.seller()
  const opened = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  expect(opened.body).toMatchObject({ status: 'open', ...mailedAt })
  const read = await call('GET', `/api/invoicing/${toId(opened)}`)
  expect(read.body).toMatchObject(mailedAt)
  expect(read.headers.get('etag')).toBe(opened.headers.get('etag'))
})

test('retries a failed send under another key if the processor caches the failure', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  const before = harness.sandbox.payments.calls.length
  harness.sandbox.payments.faults.add({ match: '/send', kind: 'status', status: 500, kept: true })
  const opened = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(opened.body).toMatchObject({ status: 'open', mailed: { failed: expect.any(String) } })
  await pollAfter(20)
  expect(invoicesOf(accountId)).toMatchObject([{ sent_count: 1 }])
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject(mailedAt)
  const keys = sendKeys(before)
  expect(new Set(keys).size).toBe(2)
  // Once the invoice is mailed, there is nothing left to do.
  await pollAfter(24 * 60)
  expect(sendKeys(before)).toEqual(keys)
})

test.each([400, 402, 403, 404])(
  'reports and retries a send if it is refused with %d, and records no payment',
  async (status) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call)
    harness.sandbox.payments.faults.add({ match: '/send', kind: 'status', status, times: 2 })
    const opened = await call('POST', `/api/invoicing/${id}/finalize`)
    expect(opened.body).toMatchObject({
      status: 'open',
      mailed: { failed: expect.stringContaining('refused') },
    })
    await pollAfter(20)
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
      mailed: { failed: expect.any(String) },
    })
    await pollAfter(60)
    expect(invoicesOf(accountId)).toMatchObject([{ sent_count: 1, status: 'open' }])
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject(mailedAt)
  },
)

test('records the payment and no failure if a send is refused because the invoice was paid meanwhile', async () => {
  const { call } = await harness.seller()
  const id = await createDraft(call)
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  harness.sandbox.payments.faults.add({ match: '/send', kind: 'status', status: 400 })
  harness.watch.observe = async (name, moment) => {
    if (!name.endsWith('/send') || moment !== 'before') return
    const [, account, invoice] =
      [...harness.sandbox.payments.state.accounts].flatMap(([account, { invoices }]) =>
        [...invoices.values()]
          .filter(({ metadata, status }) => metadata?.['invoice_id'] === id && status === 'open')
          .map((found) => ['', account, found.id] as const),
      )[0] ?? []
    await visit(`${harness.sandbox.url}/payments/${account}/invoices/${invoice}/pay`)
  }
  const answer = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(answer.body).toMatchObject({ status: 'paid', mailed: null })
  await untilStatus(call, id, 'paid')
})

test('does not mail a paid, voided or reset invoice again, whether the ledger or the processor has the change', async () => {
  const { call, accountId } = await harness.seller()
  const failing = { match: '/send', kind: 'status', status: 500 } as const
  const finalized = async (more: object = {}) => {
    harness.sandbox.payments.faults.add(failing)
    return (await call('POST', `/api/invoicing/${await createDraft(call, more)}/finalize`)).body
  }
  const sent = await finalized()
  await visit(String(sent['paymentsHostedInvoiceUrl']))
  await untilStatus(call, String(sent['id']), 'paid')
  const voided = await finalized()
  expect((await call('POST', `/api/invoicing/${voided['id']}/void`)).status).toBe(200)
  const free = await finalized({
    lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }],
  })
  await untilStatus(call, String(free['id']), 'paid')
  expect((await call('POST', `/api/invoicing/${free['id']}/reset`)).status).toBe(200)
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  const unheard = await finalized()
  await visit(String(unheard['paymentsHostedInvoiceUrl']))
  const before = harness.sandbox.payments.calls.length
  await pollAfter(20)
  expect(sendKeys(before)).toEqual([])
  expect(invoicesOf(accountId).map(({ sent_count }) => sent_count)).toEqual([0, 0, 0, 0])
  expect((await call('GET', `/api/invoicing/${unheard['id']}`)).body).toMatchObject({
    status: 'paid',
    mailed: { failed: expect.any(String) },
  })
})

test('retries a failing mail with growing back-off for a limited time', async () => {
  const { call } = await harness.seller()
  const id = await createDraft(call)
  let sends = 0
  harness.watch.observe = (name, moment) => {
    if (name.endsWith('/send') && moment === 'before') sends += 1
  }
  harness.sandbox.payments.faults.add({ match: '/send', kind: 'status', status: 402, times: 1_000 })
  await call('POST', `/api/invoicing/${id}/finalize`)
  for (let quarter = 0; quarter < 8; quarter += 1) await pollAfter(15)
  expect(sends).toBeGreaterThan(3)
  expect(sends).toBeLessThan(9)
  for (let days = 0; days < 20; days += 1) await pollAfter(24 * 60)
  const inThreeWeeks = sends
  await pollAfter(24 * 60)
  expect(sends).toBe(inThreeWeeks)
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
    status: 'open',
    mailed: { failed: expect.any(String) },
  })
})

test('mails another org’s invoice without delay if an org has 300 unfinished drafts', async () => {
  const crowded = await harness.seller()
  const customer = await createDraft(crowded.call)
  const { customer_id } = await harness.deps.db
    .selectFrom('invoices')
    .select('customer_id')
    .where('id', '=', customer)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: 300 }, () => newId('inv'))
  for (const id of ids) {
    const draft = harness.deps.db
      .selectFrom('invoices')
      .select((eb) => [
        eb.val(id).as('id'),
        'org_id',
        'customer_id',
        'source',
        'currency',
        'line_items',
        'vat_rate_bps',
        'subtotal_amount_cents',
        'vat_amount_cents',
        'total_amount_cents',
      ])
      .where('id', '=', customer)
    await harness.deps.db
      .insertInto('invoices')
      .columns([
        'id',
        'org_id',
        'customer_id',
        'source',
        'currency',
        'line_items',
        'vat_rate_bps',
        'subtotal_amount_cents',
        'vat_amount_cents',
        'total_amount_cents',
      ])
      .expression(draft)
      .execute()
  }
  await harness.deps.db
    .insertInto('invoice_pushes')
    .values(
      ids.map((id) => ({
        invoice_id: id,
        attempt: 1,
        org_id: crowded.call.orgId,
        version: 1,
        account_id: crowded.accountId,
        processor_customer_id: customer_id,
        currency: 'EUR',
        due_date: new Date(),
        touched_at: new Date(0),
      })),
    )
    .execute()
  const { call } = await harness.seller()
  const id = await createDraft(call)
  harness.sandbox.payments.faults.add({ match: '/send', kind: 'status', status: 503 })
  await call('POST', `/api/invoicing/${id}/finalize`)
  await pollAfter(20)
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject(mailedAt)
  const { n } = await harness.deps.db
    .selectFrom('invoice_pushes')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('org_id', '=', crowded.call.orgId)
    .where('touched_at', '=', new Date(0))
    .executeTakeFirstOrThrow()
  expect(n).toBe('0')
})

test('does not send a mail of unknown outcome twice when the processor has forgotten its key', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  // Two faults, because the client retries a cut connection once.
  harness.sandbox.payments.faults.add({ match: '/send', kind: 'cut_after', times: 2 })
  const opened = await call('POST', `/api/invoicing/${id}/finalize`)
  expect(opened.body).toMatchObject({ status: 'open', mailed: { failed: expect.any(String) } })
  harness.sandbox.payments.state.accounts.get(accountId)?.answers.clear()
  await pollAfter(25 * 60)
  expect(invoicesOf(accountId)).toMatchObject([{ sent_count: 1 }])
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject(mailedAt)
})
