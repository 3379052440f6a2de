import {
  newId,
  OrgDeleted,
  RefundCredits,
  ReleaseCredits,
  WorkflowNodesLost,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { creditsSuite } from '../../test/credits.ts'
import { freeOrgReservations } from './reservations.db.ts'
import { sweepReservations } from './sweep-reservations.ts'

const { harness, person, reserve, settle, spend, account } = await creditsSuite()
const { deps, bus, clock } = harness
const release = (call: { orgId: string }, reservationId: string) =>
  callRpc(bus, ReleaseCredits, { orgId: call.orgId, reservationId })
const refund = (call: { orgId: string }, reservationId: string) =>
  callRpc(bus, RefundCredits, { orgId: call.orgId, reservationId })
const readCode = (refused: Promise<unknown>) =>
  refused.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )

test('reserves a call, charges its cost and frees the rest', async () => {
  const call = await person(100)
  const { reservationId, balance } = await reserve(call, 60)
  expect(balance).toBe(40)
  expect(await account(call)).toEqual({ balance: 100, reserved: 60 })
  expect(await settle(call, reservationId, 25)).toEqual({ credits: 25, balance: 75 })
  expect(await account(call)).toEqual({ balance: 75, reserved: 0 })
  expect((await call('GET', '/api/credits')).body['transactions']).toMatchObject([
    { kind: 'usage', credits: -25, balance: 75, reference: reservationId, description: 'small-1' },
    { kind: 'grant', credits: 100, balance: 100 },
  ])
})

test('changes nothing when a reservation or a charge is repeated', async () => {
  const call = await person(100)
  const idempotencyKey = newId('req')
  const first = await reserve(call, 60, { idempotencyKey })
  expect(await reserve(call, 60, { idempotencyKey })).toEqual(first)
  await settle(call, first.reservationId, 50)
  expect(await settle(call, first.reservationId, 60)).toEqual({ credits: 50, balance: 50 })
  expect(await reserve(call, 60, { idempotencyKey })).toEqual({ ...first, balance: 50 })
  expect(await account(call)).toEqual({ balance: 50, reserved: 0 })
})

test('charges at most the reserved credits', async () => {
  const call = await person(100)
  const { reservationId } = await reserve(call, 10)
  expect(await settle(call, reservationId, 90)).toEqual({ credits: 10, balance: 90 })
})

test('adds no entry if a call costs nothing', async () => {
  const call = await person(100)
  const { reservationId } = await reserve(call, 10)
  expect(await settle(call, reservationId, 0)).toEqual({ credits: 0, balance: 100 })
  expect((await call('GET', '/api/credits')).body['total']).toBe(1)
})

test('refuses a reservation above the free credits and leaves nothing behind', async () => {
  const call = await person(100)
  await reserve(call, 60)
  const idempotencyKey = newId('req')
  expect(await readCode(reserve(call, 41, { idempotencyKey }))).toBe('insufficient_credits')
  expect(await account(call)).toEqual({ balance: 100, reserved: 60 })
  expect((await reserve(call, 40, { idempotencyKey })).balance).toBe(0)
  expect(await readCode(reserve(await person(0), 1))).toBe('insufficient_credits')
})

test('refuses a key that another user of the org has used', async () => {
  const call = await person(100)
  const colleague = await person(100, call.orgId)
  const idempotencyKey = newId('req')
  await reserve(call, 10, { idempotencyKey })
  expect(await readCode(reserve(colleague, 10, { idempotencyKey }))).toBe('idempotency_key_reused')
  expect(await account(colleague)).toEqual({ balance: 100, reserved: 0 })
})

test('refuses to charge, release or refund a reservation of another org', async () => {
  const call = await person(100)
  const stranger = await person(100)
  const { reservationId } = await reserve(call, 10)
  for (const attempt of [
    () => settle(stranger, reservationId, 1),
    () => release(stranger, reservationId),
    () => refund(stranger, reservationId),
  ]) {
    expect(await readCode(attempt())).toBe('reservation_not_found')
  }
  expect(await account(call)).toEqual({ balance: 100, reserved: 10 })
})

test('charges exactly what an account holds when 500 calls run at once, and refuses the rest', async () => {
  const call = await person(1_000)
  const calls = Array.from({ length: 500 }, async () => {
    const { reservationId } = await reserve(call, 4)
    return (await settle(call, reservationId, 3)).credits
  })
  const results = await Promise.allSettled(calls)
  const charged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.code] : [],
  )
  const sum = charged.reduce((total, credits) => total + credits, 0)
  expect(new Set(refused)).toEqual(
    refused.length === 0 ? new Set() : new Set(['insufficient_credits']),
  )
  expect(charged.length).toBeGreaterThanOrEqual(250)
  expect(await account(call)).toEqual({ balance: 1_000 - sum, reserved: 0 })
})

test('fails only the refused call when other calls share its transaction', async () => {
  const call = await person(100)
  const attempts = await Promise.all([
    readCode(reserve(call, 10)),
    readCode(reserve(call, 1_000)),
    readCode(settle(call, newId('rsv'), 1)),
    readCode(reserve(call, 10)),
    readCode(reserve(call, 10)),
  ])
  expect(attempts.filter((code) => code === 'answered')).toHaveLength(3)
  expect(attempts.slice(1, 3)).toEqual(['insufficient_credits', 'reservation_not_found'])
  const rows = await deps.db
    .selectFrom('credit_reservations')
    .select('status')
    .where('org_id', '=', call.orgId)
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['held', 'held', 'held'])
})

test('reserves and charges a call once when attempts run concurrently', async () => {
  const call = await person(100)
  const idempotencyKey = newId('req')
  const attempts = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { reservationId } = await reserve(call, 30, { idempotencyKey })
      return settle(call, reservationId, 20)
    }),
  )
  expect(attempts.map(({ credits }) => credits)).toEqual(attempts.map(() => 20))
  expect(await account(call)).toEqual({ balance: 80, reserved: 0 })
})

test('releases a failed call once and holds credits again for the next attempt', async () => {
  const call = await person(100)
  const idempotencyKey = newId('req')
  const { reservationId } = await reserve(call, 60, { idempotencyKey })
  expect(await release(call, reservationId)).toEqual({ balance: 100 })
  expect(await release(call, reservationId)).toEqual({ balance: 100 })
  expect(await reserve(call, 70, { idempotencyKey })).toEqual({ reservationId, balance: 30 })
  expect(await settle(call, reservationId, 70)).toEqual({ credits: 70, balance: 30 })
  expect(await release(call, reservationId)).toEqual({ balance: 30 })
})

test('refunds a charge once, with an entry', async () => {
  const call = await person(100)
  const { reservationId } = await reserve(call, 60)
  await settle(call, reservationId, 50)
  expect(await refund(call, reservationId)).toEqual({ balance: 100 })
  expect(await refund(call, reservationId)).toEqual({ balance: 100 })
  expect(await settle(call, reservationId, 50)).toEqual({ credits: 0, balance: 100 })
  const { body } = await call('GET', '/api/credits?limit=1')
  expect(body).toMatchObject({
    total: 3,
    transactions: [{ kind: 'refund', credits: 50, balance: 100 }],
  })
  const spent = await call('GET', '/api/credits/spend')
  expect(spent.body).toMatchObject({ credits: 0, items: [] })
})

test('refunds node calls once if their results were lost, and leaves other nodes, runs and orgs alone', async () => {
  const call = await person(100)
  const [runId, workflowId] = [newId('run'), newId('wf')]
  const lost = { workflowId, runId, node: 'ask' }
  await spend(call, 10, lost)
  const { reservationId } = await reserve(call, 20, { origin: lost })
  await spend(call, 1, { ...lost, node: 'before' })
  await spend(call, 2, { ...lost, runId: newId('run') })
  const other = await person(100)
  await spend(other, 5, lost)
  const lose = () =>
    inTransaction(deps.db, undefined, (tx) =>
      emit(tx, WorkflowNodesLost, call.orgId, { runId, nodeIds: ['ask'] }),
    )
  await lose()
  await eventually(async () => expect(await account(call)).toEqual({ balance: 97, reserved: 0 }))
  // The outcome that connect recorded arrives late, and the event is redelivered.
  expect(await settle(call, reservationId, 20)).toEqual({ credits: 0, balance: 97 })
  await lose()
  await spend(call, 1)
  expect(await account(call)).toEqual({ balance: 96, reserved: 0 })
  expect(await account(other)).toEqual({ balance: 95, reserved: 0 })
})

test('releases only expired reservations whose worker no longer runs', async () => {
  const call = await person(100)
  await reserve(call, 60)
  const later = new Date(clock.now().getTime() + 7_200_000).toISOString()
  await reserve(call, 15, { expiresAt: later })
  await sweepReservations(deps)
  expect(await account(call)).toEqual({ balance: 100, reserved: 75 })
  clock.offsetMs = 3_600_000
  await Promise.all([sweepReservations(deps), sweepReservations(deps)])
  expect(await account(call)).toEqual({ balance: 100, reserved: 15 })
})

test('charges at most the free credits if the reservation was released', async () => {
  const call = await person(100)
  const { reservationId } = await reserve(call, 80)
  await release(call, reservationId)
  await spend(call, 70)
  expect(await settle(call, reservationId, 80)).toEqual({ credits: 30, balance: 0 })
})

test('ends a reservation after a day even if years were requested', async () => {
  const call = await person(10)
  await reserve(call, 10, { expiresAt: '2999-01-01T00:00:00.000Z' })
  clock.offsetMs = 86_460_000
  await sweepReservations(deps)
  expect(await account(call)).toEqual({ balance: 10, reserved: 0 })
})

test('refuses to change or delete entries', async () => {
  const call = await person(100)
  const { db } = deps
  const own = db
    .updateTable('credit_transactions')
    .set({ credits: 1 })
    .where('user_id', '=', call.userId)
  await expect(own.execute()).rejects.toThrow('never changed')
  const gone = db.deleteFrom('credit_transactions').where('user_id', '=', call.userId)
  await expect(gone.execute()).rejects.toThrow('never changed')
})

test('frees what the calls of an org hold when it is deleted, and nothing of other orgs', async () => {
  const call = await person(100)
  await reserve(call, 60)
  await reserve(call, 20, { orgId: newId('org') })
  await inTransaction(deps.db, undefined, (tx) => freeOrgReservations(tx, call.orgId))
  expect(await account(call)).toEqual({ balance: 100, reserved: 20 })
})

test('keeps the ledger of users but no reservation when an org is purged', async () => {
  const call = await person(100)
  await spend(call, 10)
  await reserve(call, 60)
  await inTransaction(deps.db, undefined, (tx) =>
    emit(tx, OrgDeleted, call.orgId, { orgId: call.orgId }),
  )
  await eventually(async () => {
    const held = deps.db
      .selectFrom('credit_reservations')
      .select('id')
      .where('org_id', '=', call.orgId)
    expect(await held.execute()).toEqual([])
  })
  expect(await account(call)).toEqual({ balance: 90, reserved: 0 })
})
