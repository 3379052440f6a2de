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
