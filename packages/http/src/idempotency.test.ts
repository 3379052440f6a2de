import { commonErrors, type Principal } from '@atrium/contracts'
import { createDatabase, type DatabaseHandle, migrate, type PlatformTables } from '@atrium/database'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import fc from 'fast-check'
import { type Generated, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, jsonBody, operation, type TestApp } from '../test/harness.ts'
import { computeFingerprint, mount } from './index.ts'

interface Tables extends PlatformTables {
  charges: { id: Generated<number>; amount: number }
}

let database: TestDatabase
let handle: DatabaseHandle<Tables>
let probe: TestApp
/** What the handler does after its write, one entry per call. */
let after: Array<() => Promise<void>>

beforeAll(async () => {
  database = await createTestDatabase()
  handle = createDatabase<Tables>({ url: database.url, schema: 'shop', poolSize: 8 })
  await migrate(handle.db, 'shop', {
    '0001-charges': {
      up: async (db) => {
        await sql`create table charges (id serial primary key, amount int not null)`.execute(db)
      },
    },
  })
})
beforeEach(async () => {
  await handle.db.deleteFrom('charges').execute()
  await handle.db.deleteFrom('idempotency_keys').execute()
  probe = await createTestApp()
  after = []
  const charge = operation({
    id: 'charge',
    method: 'post',
    access: 'optional',
    body: z.strictObject({ amount: z.number(), note: z.string().optional() }),
    idempotent: true,
    responses: { 201: { description: 'Charged', schema: z.object({ id: z.number() }) } },
  })
  mount(probe.app, charge, { db: handle.db }, async ({ c, tx, body }) => {
    const db: Kysely<Tables> = tx ?? handle.db
    const row = await db
      .insertInto('charges')
      .values({ amount: body.amount })
      .returning('id')
      .executeTakeFirstOrThrow()
    await after.shift()?.()
    c.header('location', `/api/charges/${row.id}`)
    return { id: row.id }
  })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const charge = (key: string | undefined, body: unknown, headers: Record<string, string> = {}) =>
  probe.app.request(
    '/api/probe',
    jsonBody(body, { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }),
  )
const charges = async () =>
  (await handle.db.selectFrom('charges').select('amount').orderBy('id').execute()).map(
    (row) => row.amount,
  )
const as = (principal: Partial<Principal>) => probe.as(principal)

test('stores no hash that equal requests share when a body holds a secret', async () => {
  const body = { amount: 1, note: 'a-weak-password' }
  await charge('one', body)
  await charge('two', body)
  const rows = await handle.db.selectFrom('idempotency_keys').select('fingerprint').execute()
  expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  expect((await charge('one', body)).headers.get('idempotency-replayed')).toBe('true')
  expect((await charge('one', { ...body, note: 'another' })).status).toBe(409)
})

test('applies each request if there is no key', async () => {
  await charge(undefined, { amount: 1 })
  await charge(undefined, { amount: 1 })
  expect(await charges()).toEqual([1, 1])
})

test('applies a key with the same body once and returns the first result again', async () => {
  const first = await charge('key-1', { amount: 5, note: 'x' })
  expect(first.status).toBe(201)
  expect(first.headers.has('idempotency-replayed')).toBe(false)
  const again = await charge('key-1', { note: 'x', amount: 5 })
  expect(again.status).toBe(201)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.headers.get('location')).toBe(first.headers.get('location'))
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(again.headers.get('cache-control')).toBe('no-store')
  expect(await again.text()).toBe(await first.text())
  expect(await charges()).toEqual([5])
})

test('returns 409 if a key comes with another body or query', async () => {
  await charge('key-1', { amount: 5 })
  const response = await charge('key-1', { amount: 6 })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'idempotency_key_reused' })
  const query = await probe.app.request(
    '/api/probe?dry=1',
    jsonBody({ amount: 5 }, { 'idempotency-key': 'key-1' }),
  )
  expect(query.status).toBe(409)
  expect(await charges()).toEqual([5])
})

test('applies ten concurrent requests with one key once and gives all the same response', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => charge('key-1', { amount: 7 })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  expect(await charges()).toEqual([7])
})

test('leaves no effect and no claim when a request fails, so that the key can be used again', async () => {
  after = [
    async () => {
      throw commonErrors.unavailable()
    },
    async () => {
      throw new Error('broke')
    },
  ]
  expect((await charge('key-1', { amount: 8 })).status).toBe(503)
  expect((await charge('key-1', { amount: 8 })).status).toBe(500)
  expect(await charges()).toEqual([])
  expect((await charge('key-1', { amount: 8 })).status).toBe(201)
  expect(await charges()).toEqual([8])
})

test('takes its turn when the request with the same key fails', async () => {
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  after = [
    async () => {
      entered.resolve()
      await leave.promise
      throw new Error('broke')
    },
  ]
  const first = charge('key-1', { amount: 9 })
  await entered.promise
  const second = charge('key-1', { amount: 9 })
  leave.resolve()
  expect((await first).status).toBe(500)
  expect((await second).status).toBe(201)
  expect(await charges()).toEqual([9])
})

test('claims nothing if a request is refused before it begins', async () => {
  expect((await charge('key-1', { amount: 'x' })).status).toBe(400)
  expect((await charge('key-1', { amount: 3 })).status).toBe(201)
})

test('separates keys by caller and org, even if there is no caller', async () => {
  const callers = [
    await as({ userId: 'usr_1', orgId: 'org_1' }),
    await as({ userId: 'usr_2', orgId: 'org_1' }),
    await as({ userId: 'usr_1', orgId: 'org_2' }),
    await as({ userId: 'usr_1', orgId: null, role: null }),
    {},
  ]
  for (const [index, headers] of callers.entries()) {
    const response = await charge('key-1', { amount: index }, headers)
    expect(response.status).toBe(201)
    expect(response.headers.has('idempotency-replayed')).toBe(false)
  }
  expect(await charges()).toEqual([0, 1, 2, 3, 4])
})

test('forgets a key after 24 hours', async () => {
  await charge('key-1', { amount: 1 })
  const age = (hours: number) =>
    sql`update idempotency_keys set created_at = now() - make_interval(mins => ${hours * 60})`.execute(
      handle.db,
    )
  await age(23.9)
  expect((await charge('key-1', { amount: 1 })).headers.has('idempotency-replayed')).toBe(true)
  await age(24.1)
  const fresh = await charge('key-1', { amount: 2 })
  expect([fresh.status, fresh.headers.has('idempotency-replayed')]).toEqual([201, false])
  expect(await charges()).toEqual([1, 2])
})

test.each(['', 'a b', 'ä', 'x'.repeat(256)])('returns 400 if the key is %j', async (key) => {
  const response = await charge(key, { amount: 1 })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'Idempotency-Key' }],
  })
  expect(await charges()).toEqual([])
})

test('ignores the order of members in a fingerprint but nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(computeFingerprint('op', shuffled(one))).toBe(computeFingerprint('op', one))
      const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
      expect(computeFingerprint('op', one) === computeFingerprint('op', other)).toBe(same)
    }),
  )
  expect(computeFingerprint('a', 'b')).not.toBe(computeFingerprint('ab', ''))
})

const members = (value: object, order: (a: string, b: string) => number): object =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => order(a, b)))
const reorder = (value: unknown, order: (a: string, b: string) => number): unknown => {
  if (Array.isArray(value)) return value.map((item) => reorder(item, order))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, reorder(item, order)]),
  )
  return members(inner, order)
}
const sorted = (value: unknown) => reorder(value, (a, b) => (a < b ? -1 : 1))
const shuffled = (value: unknown) => reorder(value, (a, b) => (a < b ? 1 : -1))
