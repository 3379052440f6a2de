import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { type Caller, createDraft } from '../../../test/harness.ts'
import { paymentsSuite, untilStatus, visit } from '../../../test/payments-harness.ts'

const { harness, invoicesOf, pollAfter } = await paymentsSuite()

const history = async (call: Caller, id: string, query = 'sortDir=asc') => {
  const { status, body } = await call('GET', `/api/invoicing/${id}/timeline?${query}`)
  expect(status).toBe(200)
  return body['items'] as unknown as Array<{
    kind: string
    body: string
    author: object
    detail: object
  }>
}
const kinds = async (call: Caller, id: string) => (await history(call, id)).map(({ kind }) => kind)

const openInvoice = async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
  return {
    call,
    accountId,
    id,
    path: `/api/invoicing/${id}`,
    url: String(body['paymentsHostedInvoiceUrl']),
    body,
  }
}
const payment = {
  paidAt: '2026-01-31T00:00:00.000Z',
  method: 'bank_transfer',
  reference: 'RF18 5390',
}

test('shows who drafted, opened and voided an invoice, and when it was mailed', async () => {
  const { call, id, path, body } = await openInvoice()
  await call('POST', `${path}/void`)
  const author = { type: 'user', id: call.userId }
  expect(await history(call, id)).toMatchObject([
    { kind: 'drafted', author },
    { kind: 'opened', author, detail: { number: body['number'] } },
    { kind: 'mailed', author: { type: 'agent', id: 'invoicing' } },
    { kind: 'voided', author, body: 'Voided' },
  ])
  const newest = await call('GET', `${path}/timeline?limit=1&offset=1`)
  expect(newest.body).toMatchObject({ total: 4, limit: 1, offset: 1, items: [{ kind: 'mailed' }] })
})

test('attributes a payment at the processor to it, at the reported time', async () => {
  const { call, id, url } = await openInvoice()
  await visit(url)
  const { body } = await untilStatus(call, id, 'paid')
  expect(Math.abs(Date.parse(String(body['paidAt'])) - Date.now())).toBeLessThan(60_000)
  expect((await history(call, id)).at(-1)).toMatchObject({
    kind: 'paid',
    body: 'Paid through the payment processor',
    author: { type: 'agent', id: 'processor' },
  })
})

test('names an API key next to its user', async () => {
  const { call, id } = await openInvoice()
  const key = harness.as('admin', call.orgId, { via: 'api_key', credentialId: 'key_1' })
  await key('POST', `/api/invoicing/${id}/void`)
  expect((await history(call, id)).at(-1)?.author).toEqual({
    type: 'user',
    id: key.userId,
    via: 'api_key',
    keyId: 'key_1',
  })
})

test('mails an open invoice again, once per idempotency key', async () => {
  const { call, accountId, id, path } = await openInvoice()
  const key = { 'idempotency-key': 'again' }
  const answers = [
    await call('POST', `${path}/send`, undefined, key),
    await call('POST', `${path}/send`, undefined, key),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true')
  // The platform sends this mail itself, so the processor gets no request for a second one.
  expect(invoicesOf(accountId)).toMatchObject([{ sent_count: 1 }])
  await eventually(async () => {
    const mailed = (await history(call, id)).filter(({ kind }) => kind === 'mailed')
    expect(mailed).toMatchObject([{ author: { id: 'invoicing' } }, { author: { id: call.userId } }])
  })
})

test('mails an invoice again at most ten times in 24 hours', async () => {
  const { call, accountId, path } = await openInvoice()
  const answers = await Promise.all(Array.from({ length: 12 }, () => call('POST', `${path}/send`)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, body }) => [status, body['code']])).toEqual(
    Array(2).fill([429, 'rate_limited']),
  )
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(86_000)
  expect(invoicesOf(accountId)).toMatchObject([{ sent_count: 1 }])
  harness.clock.offsetMs = 86_400_000
  expect((await call('POST', `${path}/send`)).status).toBe(200)
})

test('does not mail an invoice that was paid at the processor, whether or not its event arrived', async () => {
  const { call, accountId, path, url } = await openInvoice()
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  await visit(url)
  const refused = await call('POST', `${path}/send`)
  expect([refused.status, refused.body['code']]).toEqual([409, 'invoice_not_open'])
  expect(invoicesOf(accountId)).toMatchObject([{ sent_count: 1 }])
  expect((await call('GET', path)).body['status']).toBe('paid')
})

test('refuses to mail a draft or mark it as paid', async () => {
  const { call } = await harness.seller()
  const path = `/api/invoicing/${await createDraft(call)}`
  expect((await call('POST', `${path}/send`)).body['code']).toBe('invoice_not_open')
  const refused = await call('POST', `${path}/mark-paid`, payment)
  expect([refused.status, refused.body['code']]).toEqual([409, 'invoice_not_open'])
  expect((await call('GET', path)).body).toMatchObject({ status: 'draft', paidAt: null })
})

test('closes the invoice at the processor when it was paid outside, and records the user', async () => {
  const { call, accountId, id, path } = await openInvoice()
  const paid = await call('POST', `${path}/mark-paid`, payment)
  expect([paid.status, paid.body]).toMatchObject([200, { status: 'paid', paidAt: payment.paidAt }])
  expect(invoicesOf(accountId)).toMatchObject([{ status: 'paid' }])
  await harness.sandbox.payments.deliveries.settled()
  const entries = await history(call, id)
  expect(entries.filter(({ kind }) => kind === 'paid')).toMatchObject([
    {
      author: { type: 'user', id: call.userId },
      detail: payment,
      body: 'Paid outside the processor: bank_transfer, RF18 5390',
    },
  ])
  const again = await call('POST', `${path}/mark-paid`, payment)
  expect([again.status, again.body['code']]).toEqual([409, 'invoice_not_open'])
})

test('retries a payment outside when its response was lost, and keeps it as the user’s', async () => {
  const { call, id, path } = await openInvoice()
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  harness.sandbox.payments.faults.add({ match: '/pay', kind: 'cut_after', times: 10 })
  const lost = await call('POST', `${path}/mark-paid`, payment)
  expect([lost.status, lost.body['code']]).toEqual([503, 'unavailable'])
  harness.sandbox.payments.faults.clear()
  await call('POST', `${path}/sync`)
  const { body } = await call('GET', path)
  expect(body).toMatchObject({ status: 'paid', paidAt: payment.paidAt })
  expect((await history(call, id)).at(-1)).toMatchObject({
    kind: 'paid',
    author: { id: call.userId },
  })
})

test('retries a payment outside once when response and event were lost', async () => {
  const { call, id, path } = await openInvoice()
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  harness.sandbox.payments.faults.add({ match: '/pay', kind: 'cut_after', times: 10 })
  expect((await call('POST', `${path}/mark-paid`, payment)).status).toBe(503)
  harness.sandbox.payments.faults.clear()
  const again = await call('POST', `${path}/mark-paid`, payment)
  expect([again.status, again.body['paidAt']]).toEqual([200, payment.paidAt])
  expect((await kinds(call, id)).filter((kind) => kind === 'paid')).toHaveLength(1)
})

/** Holds back the first payment at the processor until the second one is made. */
function crossPayments(): void {
  const second = Promise.withResolvers<void>()
  let calls = 0
  harness.watch.observe = async (call, moment) => {
    if (!call.endsWith('/pay')) return
    if (moment === 'after') second.resolve()
    else if (++calls === 1) await second.promise
  }
}

test('records only one of several concurrent payments outside the processor and refuses the others', async () => {
  const { call, id, path } = await openInvoice()
  crossPayments()
  const references = ['a', 'b']
  const answers = await Promise.all(
    references.map((reference) => call('POST', `${path}/mark-paid`, { ...payment, reference })),
  )
  await harness.sandbox.payments.deliveries.settled()
  const paid = (await history(call, id)).filter(({ kind }) => kind === 'paid')
  const recorded = references.map((reference) =>
    paid.some(({ body }) => body.endsWith(`, ${reference}`)),
  )
  expect([paid.length, recorded.filter(Boolean).length]).toEqual([1, 1])
  expect(answers.map(({ status }) => status)).toEqual(recorded.map((is) => (is ? 200 : 409)))
})

test('records a payment outside once for the user when it is sent twice at the same time', async () => {
  const { call, id, path } = await openInvoice()
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  crossPayments()
  const answers = await Promise.all([0, 1].map(() => call('POST', `${path}/mark-paid`, payment)))
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const paid = (await history(call, id)).filter(({ kind }) => kind === 'paid')
  expect(paid).toMatchObject([{ author: { id: call.userId }, detail: payment }])
})

test('does not attribute a later payment if an earlier payment outside never reached the processor', async () => {
  const { call, id, path, url } = await openInvoice()
  harness.sandbox.payments.faults.add({ match: '/pay', kind: 'cut_before', times: 10 })
  expect((await call('POST', `${path}/mark-paid`, payment)).status).toBe(503)
  harness.sandbox.payments.faults.clear()
  await pollAfter(15)
  harness.clock.offsetMs = 0
  await visit(url)
  await untilStatus(call, id, 'paid')
  expect((await history(call, id)).at(-1)).toMatchObject({
    kind: 'paid',
    author: { id: 'processor' },
  })
})

test('refuses a payment outside if the invoice was paid at the processor', async () => {
  const { call, id, path, url } = await openInvoice()
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  await visit(url)
  const refused = await call('POST', `${path}/mark-paid`, payment)
  expect([refused.status, refused.body['code']]).toEqual([409, 'invoice_not_open'])
  expect((await history(call, id)).at(-1)).toMatchObject({
    kind: 'paid',
    author: { id: 'processor' },
  })
})

test.each([
  [{}, 400],
  [{ ...payment, method: '' }, 400],
  [{ ...payment, method: 'x'.repeat(101) }, 400],
  [{ ...payment, reference: 'x'.repeat(201) }, 400],
  [{ ...payment, paidAt: '2026-02-30' }, 400],
  [{ ...payment, paidAt: '2999-01-01' }, 422],
  [{ ...payment, amount: 1 }, 400],
  [{ ...payment, paidAt: '2999-01-01T00:00:00.000Z' }, 422],
])('responds to a payment %j with %d and changes nothing', async (body, status) => {
  const { call, id, path } = await openInvoice()
  const before = await kinds(call, id)
  expect((await call('POST', `${path}/mark-paid`, body)).status).toBe(status)
  expect(await kinds(call, id)).toEqual(before)
  expect((await call('GET', path)).body).toMatchObject({ status: 'open', paidAt: null })
})
