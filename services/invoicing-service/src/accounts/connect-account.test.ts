import { expect, test } from 'vitest'
import { createDraft, toId } from '../../test/harness.ts'
import { connect, paymentsSuite, untilStatus, visit } from '../../test/payments-harness.ts'
import { pollProcessor } from '../events/poll-processor.ts'

const { harness } = await paymentsSuite()

test('stores the account when payments/status fetches it from the processor', async () => {
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
  expect(toId(await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`))).toMatch(
    /^inv_/,
  )
})

test('returns the first onboarding link when an Idempotency-Key is repeated, and keeps one account per org', async () => {
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

test('returns the stored status if the processor does not return the account', async () => {
  const { call, accountId } = await harness.seller()
  for (const status of [500, 403]) {
    harness.sandbox.payments.faults.add({ match: 'GET /v1/accounts', kind: 'status', status })
    const { body } = await call('GET', '/api/connect/payments/status')
    expect(body).toEqual({
      connected: true,
      accountId,
      chargesEnabled: true,
      detailsSubmitted: true,
    })
  }
})

test('reports that an account cannot charge if the processor no longer has it', async () => {
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

test('replaces an account that the processor lost when onboarding starts, and bills everything again', async () => {
  const { call, accountId } = await harness.seller()
  const offer = { name: 'Plan', priceCents: 500, billingModel: 'one_off' }
  const offerId = toId(await call('POST', '/api/offers', offer))
  const first = await createDraft(call)
  const opened = await call('POST', `/api/invoicing/${first}/finalize`)
  const { customerId } = opened.body
  const stopped = await createDraft(call, { customerId })
  harness.sandbox.payments.faults.add({ match: '/finalize', kind: 'status', status: 500 })
  expect((await call('POST', `/api/invoicing/${stopped}/finalize`)).status).toBe(503)
  const draft = await createDraft(call, { customerId })

  harness.sandbox.payments.state.accounts.delete(accountId)
  const status = async () => (await call('GET', '/api/connect/payments/status')).body
  expect(await status()).toEqual({
    connected: true,
    accountId,
    chargesEnabled: false,
    detailsSubmitted: false,
    lost: true,
  })
  const refused = await call('POST', `/api/invoicing/${draft}/finalize`)
  expect([refused.status, refused.body['code']]).toEqual([409, 'charges_not_enabled'])

  const links = await Promise.all(
    [0, 1, 2].map(() => call('POST', '/api/connect/payments/onboard')),
  )
  expect(links.map(({ status: code }) => code)).toEqual([200, 200, 200])
  expect(new Set(links.map(({ body }) => body['url'])).size).toBe(1)
  await visit(String(links[0]?.body['url']), { outcome: 'enable' })
  const now = await status()
  expect(now).toMatchObject({ chargesEnabled: true })
  expect(now['accountId']).not.toBe(accountId)
  for (const id of [draft, stopped]) {
    const { body } = await call('POST', `/api/invoicing/${id}/finalize`)
    expect(body).toMatchObject({ status: 'open', paymentsAccountId: now['accountId'] })
  }
  expect((await call('GET', `/api/offers/${offerId}`)).body).toMatchObject({
    paymentsPriceId: null,
  })
  const slug = harness.name(call.orgId)
  const bought = await harness.request(`/api/public/offers/${slug}/plan/checkout`, {
    method: 'POST',
  })
  expect(bought.status).toBe(200)
})

test('keeps a disconnected account at the processor, creates a new account when the seller reconnects and rejects objects of the old one', async () => {
  harness.sandbox.payments.deliveries.switches.drop = 0
  const { call, accountId } = await harness.seller()
  const opened = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  const { id, customerId } = opened.body
  const forget = (by = call) => by('DELETE', '/api/connect/payments')
  expect((await forget(harness.as('member', call.orgId))).status).toBe(403)
  expect((await forget()).status).toBe(204)
  expect((await forget()).status).toBe(404)
  expect((await call('GET', '/api/connect/payments/status')).body).toMatchObject({
    connected: false,
  })
  const draft = await createDraft(call, { customerId })
  const finalize = () => call('POST', `/api/invoicing/${draft}/finalize`)
  expect((await finalize()).body['code']).toBe('charges_not_enabled')
  // The processor keeps the account, and its events about open invoices still apply.
  const held = harness.sandbox.payments.state.accounts.get(accountId)
  expect(held?.account.charges_enabled).toBe(true)
  await visit(String(opened.body['paymentsHostedInvoiceUrl']))
  await untilStatus(call, String(id), 'paid')

  const next = await connect(harness.url, harness.sandbox, call)
  expect(next).not.toBe(accountId)
  expect((await finalize()).body['code']).toBe('account_mismatch')
  const saved = await call('PATCH', `/api/customers/${customerId}`, {})
  expect(saved.body).toMatchObject({ paymentsCustomerId: null, paymentsAccountId: null })
  expect((await finalize()).body).toMatchObject({ status: 'open', paymentsAccountId: next })
})

test('discards an unfinished attempt at the processor when its account is disconnected, and reserves the number next', async () => {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call)
  harness.sandbox.payments.faults.add({ match: '/finalize', kind: 'cut_after', times: 2 })
  expect((await call('POST', `/api/invoicing/${id}/finalize`)).status).toBe(503)
  expect((await call('DELETE', '/api/connect/payments')).status).toBe(204)
  harness.clock.offsetMs = 20 * 60_000
  await pollProcessor(harness.deps)
  harness.clock.offsetMs = 0
  const held = harness.sandbox.payments.state.accounts.get(accountId)
  expect([...(held?.invoices.values() ?? [])]).toMatchObject([{ status: 'void', sent_count: 0 }])
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
    status: 'draft',
    number: null,
  })
  await connect(harness.url, harness.sandbox, call)
  const next = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  expect(next.body['number']).toMatch(/-000001$/)
})

test('keeps the account if a link is refused, unless the processor does not have the account', async () => {
  const { call, accountId } = await harness.seller()
  const refused = { match: '/v1/account_links', kind: 'status', status: 400 } as const
  const accountNow = async () =>
    (await call('GET', '/api/connect/payments/status')).body['accountId']
  harness.sandbox.payments.faults.add(refused)
  expect((await call('POST', '/api/connect/payments/onboard')).body['code']).toBe(
    'processor_refused',
  )
  expect(await accountNow()).toBe(accountId)
  harness.sandbox.payments.state.accounts.delete(accountId)
  harness.sandbox.payments.faults.add(refused)
  expect((await call('POST', '/api/connect/payments/onboard')).status).toBe(200)
  expect(await accountNow()).not.toBe(accountId)
})

test('voids an open invoice if its account no longer exists', async () => {
  const { call, accountId } = await harness.seller()
  const id = toId(await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`))
  harness.sandbox.payments.state.accounts.delete(accountId)
  const voided = await call('POST', `/api/invoicing/${id}/void`)
  expect([voided.status, voided.body['status']]).toEqual([200, 'void'])
})

test('reuses the number of an attempt for the next invoice if its account no longer exists', async () => {
  const { call, accountId } = await harness.seller()
  harness.sandbox.payments.faults.add({ match: '/finalize', kind: 'status', status: 500 })
  const stopped = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  expect(stopped.status).toBe(503)
  harness.sandbox.payments.state.accounts.delete(accountId)
  await connect(harness.url, harness.sandbox, call)
  const next = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
  expect(next.body['number']).toMatch(/-000001$/)
})
