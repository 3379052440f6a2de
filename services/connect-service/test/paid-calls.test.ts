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

/** A call that takes no time; `made` counts how often it is made. */
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

/** A call whose process dies while it is made. */
const dyingCall = () =>
  void callOnce<string>(
    harness.deps,
    { ...named, content: ['content'] },
    () => 'under way',
    () => neverEnds,
  )

test('a call whose process died is taken over after its time, and not before', async () => {
  dyingCall()
  await expect.poll(async () => (await rows()).length).toBe(1)
  expect(await call()).toBe('under way')
  harness.clock.offsetMs += minute + 1
  expect(await call()).toBe('made 1')
  // Each attempt reserves for itself: the reservation of the dead one expires.
  expect(made).toEqual(['model:a-key:2'])
  expect(await call()).toBe('made 1')
})

test('a call that its process goes on with is not taken over, however long it takes', async () => {
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

test('whether a live process makes a call is known by its key, in its own org', async () => {
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
  // An outcome that costs nothing is recorded beside its answer.
  await expect.poll(() => underWay(orgId)).toBe(false)
})

test('an outcome that a dead process left uncharged is charged once, by the next call or by the sweep', async () => {
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

test('the sweep charges what nobody calls again, and leaves calls that are being charged', async () => {
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

test('a slow attempt whose call was taken over is not charged', async () => {
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

test('a call that throws leaves nothing, and its key may begin again', async () => {
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

test('a key with other content is refused, and the same key of another org is another call', async () => {
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
