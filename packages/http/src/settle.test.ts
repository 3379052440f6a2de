import { commonErrors } from '@atrium/contracts'
import {
  createDatabase,
  type DatabaseHandle,
  inTransaction,
  migrate,
  type PlatformTables,
} from '@atrium/database'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { type Generated, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, jsonBody, operation, type TestApp } from '../test/harness.ts'
import { mount } from './index.ts'

interface Tables extends PlatformTables {
  orders: { id: Generated<number>; n: number }
}

let database: TestDatabase
let handle: DatabaseHandle<Tables>
let probe: TestApp
/** What happens between the commit of an order and its response. */
let after: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase()
  handle = createDatabase<Tables>({ url: database.url, schema: 'shop', poolSize: 4 })
  await migrate(handle.db, 'shop', {
    '0001-orders': {
      up: async (db) => {
        await sql`create table orders (id serial primary key, n int not null)`.execute(db)
      },
    },
  })
})
beforeEach(async () => {
  await handle.db.deleteFrom('orders').execute()
  await handle.db.deleteFrom('idempotency_keys').execute()
  after = async () => {}
  probe = await createTestApp()
  const order = operation({
    id: 'order',
    method: 'post',
    access: 'optional',
    body: z.strictObject({ n: z.number() }),
    idempotent: true,
    responses: {
      201: { description: 'Ordered', schema: z.object({ id: z.number(), sent: z.boolean() }) },
    },
  })
  mount(probe.app, order, { db: handle.db, apart: true }, async ({ c, body, settle }) => {
    const { id } = await inTransaction(handle.db, undefined, async (tx) => {
      const row = await tx
        .insertInto('orders')
        .values(body)
        .returning('id')
        .executeTakeFirstOrThrow()
      c.header('location', `/api/orders/${row.id}`)
      await settle(tx, { id: row.id, sent: false })
      return row
    })
    await after()
    return { id, sent: true }
  })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const order = async (n: number, key?: string) => {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const response = await probe.app.request('/api/probe', jsonBody({ n }, headers))
  const body = (await response.json()) as { id?: number; sent?: boolean; code?: string }
  const { status } = response
  return {
    status,
    body,
    location: response.headers.get('location'),
    key: response.headers.get('idempotency-replayed'),
  }
}
const orders = async () =>
  (await handle.db.selectFrom('orders').select('n').orderBy('id').execute()).map(({ n }) => n)

test('repeats the response but not the effect if a call stopped between the two', async () => {
  after = () => Promise.reject(new Error('cut off'))
  const first = await order(1, 'k')
  after = async () => {}
  const again = await order(1, 'k')
  expect(again).toMatchObject({ status: 201, body: { sent: false }, key: 'true' })
  expect(again.location).toBe(`/api/orders/${again.body.id}`)
  expect(first).toEqual(again)
  expect(await orders()).toEqual([1])
})

test('replaces the response that was stored with the effect by the last one', async () => {
  const first = await order(1, 'k')
  expect(first).toMatchObject({ status: 201, body: { sent: true }, key: null })
  expect(await order(1, 'k')).toEqual({ ...first, key: 'true' })
  expect(await order(2, 'k')).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  })
})

test('applies ten concurrent calls with one key once and returns one result', async () => {
  after = () => new Promise((resolve) => setTimeout(resolve, 50))
  const answers = await Promise.all(Array.from({ length: 10 }, () => order(1, 'k')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(
    1,
  )
  expect(answers[0]?.body.sent).toBe(true)
  expect(await orders()).toEqual([1])
})

test('leaves no response behind when the effect rolls back', async () => {
  after = () => Promise.reject(commonErrors.unavailable())
  await handle.db.transaction().execute(async (tx) => {
    await sql`alter table orders add constraint small check (n < 5)`.execute(tx)
  })
  expect((await order(9, 'k')).status).toBe(500)
  after = async () => {}
  expect(await order(1, 'k')).toMatchObject({ status: 201, key: null })
  await sql`alter table orders drop constraint small`.execute(handle.db)
})

test('stores nothing if there is no key', async () => {
  expect((await order(1)).status).toBe(201)
  expect((await order(1)).status).toBe(201)
  expect(await orders()).toEqual([1, 1])
  expect(await handle.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([])
})
