import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDraft, idOf } from '../../test/harness.ts'
import { type PaymentsHarness, startPaymentsHarness, visit } from '../../test/payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.stop())

test('payments/status asks the processor, and what it says counts at once', async () => {
  const call = harness.as('admin')
  expect((await call('GET', '/api/connect/payments/status')).body).toEqual({
    connected: false,
    accountId: null,
    chargesEnabled: false,
    detailsSubmitted: false,
  })
  harness.sandbox.payments.deliveries.switches.drop = 'all'
  const { body } = await call('POST', '/api/connect/payments/onboard')
  expect((await call('GET', '/api/connect/payments/status')).body).toMatchObject({
    connected: true,
    chargesEnabled: false,
  })
  await visit(String(body['url']), { outcome: 'enable' })
  expect((await call('GET', '/api/connect/payments/status')).body).toMatchObject({
    connected: true,
    chargesEnabled: true,
    detailsSubmitted: true,
  })
  expect(idOf(await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`))).toMatch(/^inv_/)
})

test('onboarding under an Idempotency-Key answers the first link again; an org has one account', async () => {
  const call = harness.as('admin')
  const onboard = (key: string) =>
    call('POST', '/api/connect/payments/onboard', undefined, { 'idempotency-key': key })
  const first = await onboard('one')
  const again = await onboard('one')
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
    200,
    first.text,
    'true',
  ])
  const { accountId } = (await call('GET', '/api/connect/payments/status')).body
  expect((await onboard('two')).headers.get('idempotency-replayed')).toBeNull()
  expect((await call('GET', '/api/connect/payments/status')).body['accountId']).toBe(accountId)
})

test('while the processor does not show the account, status says what was last known', async () => {
  const { call, accountId } = await harness.seller()
  for (const status of [500, 403]) {
    harness.sandbox.payments.faults.add({ match: 'GET /v1/accounts', kind: 'status', status })
    const { body } = await call('GET', '/api/connect/payments/status')
    expect(body).toEqual({ connected: true, accountId, chargesEnabled: true, detailsSubmitted: true })
  }
})

test('an account that the processor no longer shows cannot charge', async () => {
  const call = harness.as('admin')
  await call('POST', '/api/connect/payments/onboard')
  const path = `/api/invoicing/${await createDraft(call)}/finalize`
  for (const [status, answer] of [
    [403, [409, 'charges_not_enabled']],
    [500, [503, 'unavailable']],
  ] as const) {
    harness.sandbox.payments.faults.add({ match: 'GET /v1/accounts', kind: 'status', status })
    const refused = await call('POST', path)
    expect([refused.status, refused.body['code']]).toEqual(answer)
  }
})
