import { CustomerRemoved } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startVisitorsWorld, toMessage, type VisitorsWorld } from '../../test/visitors-world.ts'
import type { Transaction } from '../database.ts'
import { onCustomerRemoved } from './on-customer-removed.ts'

let world: VisitorsWorld
let harness: VisitorsWorld['harness']
let orgs: VisitorsWorld['orgs']
let send: VisitorsWorld['send']
let publish: VisitorsWorld['publish']
beforeAll(async () => {
  world = await startVisitorsWorld()
  ;({ harness, orgs, send, publish } = world)
})
afterAll(() => world.stop())
beforeEach(() => world.reset())

test('moves the cards of a merged customer, and removes the data of an anonymised one from them', async () => {
  const [owner, stranger] = [
    await harness.caller({ role: 'owner' }),
    await harness.caller({ role: 'owner' }),
  ]
  for (const { orgId: id, principal } of [owner, stranger])
    orgs.set(id, { orgId: id, ownerId: principal.userId })
  const { orgId } = owner
  const person = { email: 'ada@quay.example', phone: '06 12 34 56 78', city: 'Lyon' }
  const add = async (call: typeof owner.call, card: object) =>
    String((await call('POST', '/api/tasks', card)).body.id)
  const contact = { kind: 'contact', title: 'Ada Quay', body: 'Likes boats', tags: ['ada'] }
  const [mine, task, other, theirs] = [
    await add(owner.call, { ...contact, fields: { ...person, customerId: 'cus_old' } }),
    await add(owner.call, { title: 'Paint', fields: { ...person, customerId: 'cus_old' } }),
    await add(owner.call, { ...contact, fields: { ...person, customerId: 'cus_older' } }),
    await add(stranger.call, { ...contact, fields: { ...person, customerId: 'cus_old' } }),
  ]
  const post = await add(owner.call, {
    kind: 'post',
    body: 'Ada sails again',
    post: { platform: 'shortpost' },
  })
  await harness.handle.db
    .updateTable('tasks')
    .set({ customer_id: 'cus_old' })
    .where('id', '=', post)
    .execute()
  const read = async (call: typeof owner.call, id: string) =>
    (await call('GET', `/api/tasks/${id}`)).body
  await publish(CustomerRemoved, orgId, { customerId: 'cus_old', into: 'cus_new' })
  await eventually(async () => {
    for (const id of [mine, task])
      expect(await read(owner.call, id)).toMatchObject({
        fields: { ...person, customerId: 'cus_new' },
      })
    expect(await read(owner.call, post)).toMatchObject({ customerId: 'cus_new' })
  })
  await publish(CustomerRemoved, orgId, { customerId: 'cus_new', into: null })
  await eventually(async () => {
    expect(await read(owner.call, mine)).toMatchObject({
      title: 'Removed customer',
      body: '',
      tags: [],
      fields: { customerId: 'cus_new' },
    })
    const { title, fields } = await read(owner.call, task)
    expect([title, fields]).toEqual(['Paint', { city: 'Lyon', customerId: 'cus_new' }])
    const { body, customerId } = await read(owner.call, post)
    expect([body, customerId]).toEqual(['Ada sails again', null])
  })
  expect((await read(owner.call, mine)).fields).toEqual({ customerId: 'cus_new' })
  expect((await owner.call('GET', '/api/tasks?q=Quay')).body.items).toMatchObject([{ id: other }])
  expect(await read(stranger.call, theirs)).toMatchObject({ title: 'Ada Quay', fields: person })
})

test('removes the data of an anonymised customer when a merge into it arrives later', async () => {
  const owner = await harness.caller({ role: 'owner' })
  const { orgId } = owner
  orgs.set(orgId, { orgId, ownerId: owner.principal.userId })
  // The index of words has the first 150,000 characters only.
  const long = Object.fromEntries(
    Array.from({ length: 16 }, (_, n) => [`a${n}`, 'x '.repeat(5_000)]),
  )
  const fields = { ...long, email: 'ada@quay.example', zone: 'Lyon', customerId: 'cus_a' }
  const card = { kind: 'contact', title: 'Ada Quay', fields }
  const created = await owner.call('POST', '/api/tasks', card)
  const id = String(created.body.id)
  const removed = (customerId: string, into: string | null, occurredAt: string) => ({
    ...toMessage(CustomerRemoved, orgId, { customerId, into }),
    occurredAt,
  })
  // a was merged into b, b into c, and c was anonymised. The events arrive backwards.
  await send(removed('cus_c', null, '2026-11-03T00:00:00.000Z'))
  await send(removed('cus_b', 'cus_c', '2026-11-02T00:00:00.000Z'))
  await send(removed('cus_a', 'cus_b', '2026-11-01T00:00:00.000Z'))
  const read = async () => (await owner.call('GET', `/api/tasks/${id}`)).body
  await eventually(async () => expect((await read()).title).toBe('Removed customer'))
  expect(JSON.stringify(await read())).not.toMatch(/ada@quay|Lyon/)
  // A customer that is merged afterwards has data of its own.
  const later = await owner.call('POST', '/api/tasks', {
    ...card,
    fields: { email: 'eva@quay.example', customerId: 'cus_d' },
  })
  await send(removed('cus_d', 'cus_c', '2026-11-04T00:00:00.000Z'))
  await eventually(async () =>
    expect((await owner.call('GET', `/api/tasks/${String(later.body.id)}`)).body).toMatchObject({
      title: 'Ada Quay',
      fields: { email: 'eva@quay.example', customerId: 'cus_c' },
    }),
  )
})

test('removes the data of an anonymised customer when another replica merges at the same time', async () => {
  const owner = await harness.caller({ role: 'owner' })
  const { orgId } = owner
  orgs.set(orgId, { orgId, ownerId: owner.principal.userId })
  const fields = { email: 'ada@quay.example', customerId: 'cus_a' }
  const card = { kind: 'contact', title: 'Ada Quay', fields }
  const { id } = (await owner.call('POST', '/api/tasks', card)).body
  const consumer = onCustomerRemoved(harness.deps)
  const { db } = harness.handle
  const handle = (tx: Transaction, customerId: string, into: string | null) =>
    consumer.handle(tx, toMessage(CustomerRemoved, orgId, { customerId, into }))
  let isDone = false
  let anonymised: Promise<unknown> | undefined
  await inTransaction(db, undefined, async (tx) => {
    await handle(tx, 'cus_a', 'cus_b')
    anonymised = inTransaction(db, undefined, (other) => handle(other, 'cus_b', null)).then(() => {
      isDone = true
    })
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      )
      expect(rows.length > 0 || isDone).toBe(true)
    })
  })
  await anonymised
  expect((await owner.call('GET', `/api/tasks/${id}`)).body).toMatchObject({
    title: 'Removed customer',
    fields: { customerId: 'cus_b' },
  })
})
