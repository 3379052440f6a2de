import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { secrets, signed, startPaymentsHarness } from '../../test/payments-harness.ts'
import { anOpenInvoice, event, paths } from '../../test/webhooks.ts'

const harness = await startPaymentsHarness()
afterAll(() => harness.stop())

test.each([
  ['no signature', () => ({})],
  ['another secret', (body: string) => signed(body, 'whsec_wrong').headers],
  ['another endpoint’s secret', (body: string) => signed(body, secrets.offers).headers],
  [
    'a time long gone',
    (body: string) => signed(body, secrets.invoicing, Date.now() / 1000 - 400).headers,
  ],
  [
    'a time to come',
    (body: string) => signed(body, secrets.invoicing, Date.now() / 1000 + 400).headers,
  ],
  ['garbage', () => ({ 'stripe-signature': 't=1,t=2,v1=zz' })],
])('refuses %s with invalid_signature and no effect', async (_name, headersOf) => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const body = JSON.stringify(event('invoice.paid', accountId, { id: processorId, status: 'paid' }))
  const answer = await harness.request(paths.invoicing, {
    method: 'POST',
    body,
    headers: headersOf(body) as Record<string, string>,
  })
  expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_signature'])
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('open')
})

test('accepts one good signature among several and checks the bytes, not the JSON', async () => {
  const { call, accountId, id, processorId } = await anOpenInvoice(harness)
  const body = `${JSON.stringify(event('invoice.paid', accountId, { id: processorId, status: 'paid' }), null, 3)}\n`
  const t = Math.floor(Date.now() / 1000)
  const good = createHmac('sha256', secrets.invoicing).update(`${t}.${body}`).digest('hex')
  const header = `t=${t},v1=${'0'.repeat(64)},v0=abc,v1=${good}`
  const answer = await harness.request(paths.invoicing, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': header },
  })
  expect([answer.status, answer.body]).toEqual([200, { received: true }])
  expect((await call('GET', `/api/invoicing/${id}`)).body['status']).toBe('paid')
})

test('responds 413 if a body is huge, and 400 if a signed body is no event', async () => {
  const huge = signed('x'.repeat(1_048_577), secrets.invoicing)
  expect((await harness.request(paths.invoicing, { method: 'POST', ...huge })).status).toBe(413)
  for (const body of ['', '{}', '[1]', 'null', '{"id":1}']) {
    const answer = await harness.request(paths.invoicing, {
      method: 'POST',
      ...signed(body, secrets.invoicing),
    })
    expect([body, answer.status]).toEqual([body, 400])
  }
})
