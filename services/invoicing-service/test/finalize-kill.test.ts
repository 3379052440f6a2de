import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollProcessor } from '../src/events/poll-processor.ts'
import { type Caller, createDraft, idOf } from './harness.ts'
import { type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.stop())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A second instance of the service, as a process of its own that can be killed. */
async function startVictim(): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: { ...inheritedEnvironment(), ...harness.env, INVOICING_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}` }
}

/** Has another instance do something, and kills it when a call of it reaches the processor. */
async function killedAt(
  isHit: (call: string, moment: 'before' | 'after') => boolean,
  act: (url: string) => Promise<unknown>,
): Promise<void> {
  const victim = await startVictim()
  const ended = once(victim.child, 'exit')
  let killed = false
  harness.watch.observe = async (name, moment) => {
    if (killed || !isHit(name, moment)) return
    killed = true
    victim.child.kill('SIGKILL')
    await ended
  }
  await act(victim.url).then(
    () => expect.unreachable('the victim answered'),
    () => {},
  )
  delete harness.watch.observe
  expect(killed).toBe(true)
}

const steps = [
  'POST /v1/customers',
  'POST /v1/tax_rates',
  'POST /v1/invoices',
  'POST /v1/invoiceitems',
  // The total is looked at before anything is finalized.
  'GET /v1/invoices/:id',
  '/finalize',
  '/send',
]
const isStep = (name: string, step: string): boolean => {
  const call = name.replace(/in_[a-f0-9]+/, ':id')
  return /^[A-Z]/.test(step) ? call === step : call.endsWith(step)
}

test.each(steps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]))(
  'SIGKILL at %s, %s its effect: repeated, there is one processor invoice, one number, one row',
  async (step, moment) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call, {
      lineItems: [
        { description: 'One', quantity: 1, unitAmountCents: 1_000 },
        { description: 'Two', quantity: 2, unitAmountCents: 333 },
      ],
    })
    await killedAt(
      (name, when) => when === moment && isStep(name, step),
      (url) => harness.as('admin', call.orgId, {}, url)('POST', `/api/invoicing/${id}/finalize`),
    )
    const repeated = await call('POST', `/api/invoicing/${id}/finalize`)
    // Killed while the mail was being sent: the ledger had opened it already.
    expect(repeated.status).toBe(step === '/send' ? 409 : 200)
    const { body } = await call('GET', '/api/invoicing')
    expect(body).toMatchObject({
      total: 1,
      items: [{ id, status: 'open', number: expect.stringMatching(/-000001$/), totalAmountCents: 1_999 }],
    })
    const held = harness.sandbox.payments.state.accounts.get(accountId)
    const number = (await call('GET', `/api/invoicing/${id}`)).body['number']
    expect([...(held?.invoices.values() ?? [])]).toMatchObject([{ status: 'open', total: 1_999, number }])
    expect(held?.customers.size).toBe(1)
    await pollLater()
    expect([...(held?.invoices.values() ?? [])]).toMatchObject([{ sent_count: 1 }])
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
      mailed: { at: expect.any(String) },
    })
  },
  60_000,
)

/** A round of the poller some minutes later. */
async function pollLater(): Promise<void> {
  harness.clock.offsetMs += 20 * 60_000
  await pollProcessor(harness.deps)
  harness.clock.offsetMs = 0
}

test.each(['before', 'after'] as const)(
  'SIGKILL at the last step, %s its effect, and nobody repeats it: the poller opens and mails what the processor issued',
  async (moment) => {
    const { call } = await harness.seller()
    const id = await createDraft(call)
    await killedAt(
      (name, when) => when === moment && name.endsWith('/finalize'),
      (url) => harness.as('admin', call.orgId, {}, url)('POST', `/api/invoicing/${id}/finalize`),
    )
    await pollLater()
    const mailed = { at: expect.any(String) }
    const number = expect.stringMatching(/-000001$/)
    expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({ status: 'open', number, mailed })
    const next = await call('POST', `/api/invoicing/${await createDraft(call)}/finalize`)
    expect(next.body['number']).toMatch(/-000002$/)
  },
  60_000,
)

/** The same person on another instance. */
const twin = (call: Caller, url: string): Caller =>
  harness.as('admin', call.orgId, { userId: call.userId }, url)

test.each(['before', 'after'] as const)(
  'SIGKILL right after the opening, %s the mail: the same Idempotency-Key answers the first result',
  async (moment) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call)
    const finalize = (by: Caller) =>
      by('POST', `/api/invoicing/${id}/finalize`, undefined, { 'idempotency-key': `finalize-${id}` })
    await killedAt(
      (name, when) => when === moment && name.endsWith('/send'),
      (url) => finalize(twin(call, url)),
    )
    const repeated = await finalize(call)
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    const now = await call('GET', `/api/invoicing/${id}`)
    expect(repeated.body).toEqual({ ...now.body, warnings: [expect.anything()] })
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

test('SIGKILL while an offer is mirrored: the same Idempotency-Key answers the offer, and there is one', async () => {
  const { call } = await harness.seller()
  const create = (by: Caller) =>
    by(
      'POST',
      '/api/offers',
      { name: 'Plan', priceCents: 500, billingModel: 'one_off' },
      { 'idempotency-key': `offer-${call.orgId}` },
    )
  await killedAt(
    (name, moment) => name === 'POST /v1/prices' && moment === 'before',
    (url) => create(twin(call, url)),
  )
  const repeated = await create(call)
  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(repeated.headers.get('location')).toBe(`/api/offers/${idOf(repeated)}`)
  expect((await call('GET', '/api/offers')).body).toMatchObject({ total: 1, items: [{ id: idOf(repeated) }] })
}, 60_000)
