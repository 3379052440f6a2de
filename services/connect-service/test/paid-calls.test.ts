import { PaidCallUnderWay } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callOnce, chargeAnswered } from '../src/calls/call-once.ts'
import type { Harness } from './harness.ts'
import { type Ledger, managed, startModelStage } from './model-stage.ts'

let harness: Harness
let ledger: Ledger
beforeEach(async () => {
  ;({ harness, ledger } = await startModelStage({ env: managed }))
})
afterEach(() => harness.stop())

const orgId = 'org_of_this_test'
const minute = 60_000
const rows = () => harness.deps.db.selectFrom('paid_calls').selectAll().execute()
const named = {
  orgId,
  kind: 'model' as const,
  idempotencyKey: 'a-key',
  longestMs: minute,
  leaseMs: minute,
}
const neverEnds = new Promise<never>(() => {})
const stopped = new AbortController().signal

/** Every call ends at once and is recorded here. */
const made: string[] = []
beforeEach(() => made.splice(0))
const call = (
  more: { charge?: { reservationId: string; credits: number }; content?: string } = {},
) =>
  callOnce<string>(
    harness.deps,
    { ...named, content: [more.content ?? 'content'] },
    () => 'under way',
    async ({ id }) => {
      made.push(id)
      return { outcome: `made ${made.length}`, keep: true, charge: more.charge }
    },
  )

const dyingCall = () =>
  void callOnce<string>(
    harness.deps,
    { ...named, content: ['content'] },
    () => 'under way',
    () => neverEnds,
  )

test("takes over a dead process's call, but only after its lease expired", async () => {
  dyingCall()
  await expect.poll(async () => (await rows()).length).toBe(1)
  expect(await call()).toBe('under way')
  harness.clock.offsetMs += minute + 1
  expect(await call()).toBe('made 1')
  // Each attempt has its own reservation, and that of the dead attempt expires.
  expect(made).toEqual(['model:a-key:2'])
  expect(await call()).toBe('made 1')
})

test('does not take over a call while its process is alive, even if it takes long', async () => {
  const { promise: late, resolve: finish } = Promise.withResolvers<void>()
  const slow = callOnce<string>(
    harness.deps,
    { ...named, content: ['content'], leaseMs: 900 },
    () => 'under way',
    async () => {
      await late
      return { outcome: 'late', keep: true }
    },
  )
  const leaseUntil = async () => (await rows())[0]?.lease_until.getTime() ?? 0
  await expect.poll(leaseUntil).toBeGreaterThan(0)
  const first = await leaseUntil()
  await expect.poll(leaseUntil, { timeout: 10_000 }).toBeGreaterThan(first + 900)
  expect(await call()).toBe('under way')
  finish()
  expect([await slow, await call(), made]).toEqual(['late', 'late', []])
})

test('reports by key if a live process makes a call, but only within its organisation', async () => {
  const { orgId: _, longestMs: __, leaseMs: ___, ...key } = named
  const underWay = async (of: string) =>
    (await callRpc(harness.bus, PaidCallUnderWay, { ...key, orgId: of })).underWay
  expect(await underWay(orgId)).toBe(false)
  dyingCall()
  await expect.poll(() => underWay(orgId)).toBe(true)
  expect(await underWay('org_of_others')).toBe(false)
  harness.clock.offsetMs += minute + 1
  expect(await underWay(orgId)).toBe(false)
  await call()
  // The outcome of a free call is recorded shortly after its response.
  await expect.poll(() => underWay(orgId)).toBe(false)
})

test('charges an outcome that a dead process left uncharged once, by the next call or by the sweep', async () => {
  ledger.reservations.set('res_1', { key: 'k', userId: 'u', amount: 10, state: 'open', credits: 0 })
  ledger.away = true
  const charge = { reservationId: 'res_1', credits: 7 }
  expect(await call({ charge })).toBe('made 1')
  expect(await rows()).toMatchObject([{ state: 'answered', reservation_id: 'res_1', credits: 7 }])
  ledger.away = false
  expect(await call({ charge })).toBe('made 1')
  expect([ledger.charged, await rows()]).toMatchObject([[7], [{ state: 'done' }]])
  harness.clock.offsetMs += 2 * minute
  await chargeAnswered(harness.deps, stopped)
  expect(ledger.charged).toEqual([7])
})

test('charges calls that nobody repeats and leaves calls that are being charged alone', async () => {
  ledger.reservations.set('res_1', { key: 'k', userId: 'u', amount: 10, state: 'open', credits: 0 })
  ledger.away = true
  await call({ charge: { reservationId: 'res_1', credits: 7 } })
  ledger.away = false
  await chargeAnswered(harness.deps, stopped)
  expect(ledger.charged).toEqual([])
  harness.clock.offsetMs += 2 * minute
  await chargeAnswered(harness.deps, stopped)
  expect([ledger.charged, await rows()]).toMatchObject([[7], [{ state: 'done' }]])
})

test('does not charge a slow attempt if its call was taken over', async () => {
  ledger.reservations.set('res_1', { key: 'k', userId: 'u', amount: 10, state: 'open', credits: 0 })
  const { promise: late, resolve: finish } = Promise.withResolvers<void>()
  const slow = callOnce<string>(
    harness.deps,
    { ...named, content: ['content'] },
    () => 'under way',
    async () => {
      await late
      return { outcome: 'late', keep: true, charge: { reservationId: 'res_1', credits: 7 } }
    },
  )
  await expect.poll(async () => (await rows()).length).toBe(1)
  harness.clock.offsetMs += minute + 1
  expect(await call()).toBe('made 1')
  finish()
  await slow
  expect(ledger.charged).toEqual([])
  expect(await call()).toBe('made 1')
})

test('leaves nothing behind if a call throws, so that its key can be used again', async () => {
  const failing = callOnce<string>(
    harness.deps,
    { ...named, content: ['content'] },
    () => 'under way',
    async () => {
      throw new Error('broken')
    },
  )
  await expect(failing).rejects.toThrow('broken')
  expect(await rows()).toEqual([])
  expect(await call()).toBe('made 1')
})

test("rejects a key with other content and treats another organisation's key as a separate call", async () => {
  await call()
  await expect(call({ content: 'other' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  const elsewhere = callOnce<string>(
    harness.deps,
    { ...named, orgId: 'org_of_others', content: ['other'] },
    () => 'under way',
    async () => ({ outcome: 'theirs', keep: true }),
  )
  expect(await elsewhere).toBe('theirs')
})
