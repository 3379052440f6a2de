import { commonErrors } from '@atrium/contracts'
import {
  createDatabase,
  type DatabaseHandle,
  inTransaction,
  migrate,
  type PlatformTables,
} from '@atrium/database'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, jsonBody, operation, type TestApp } from '../test/harness.ts'
import { type AnswerSeal, mount } from './index.ts'

let database: TestDatabase
let handle: DatabaseHandle<PlatformTables>
let probe: TestApp
let effects: number[]
/** What the work does after its effect: wait or throw. */
let after: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase()
  // One connection only: work would wait forever if another connection were held.
  handle = createDatabase<PlatformTables>({ url: database.url, schema: 'shop', poolSize: 1 })
  await migrate(handle.db, 'shop', {})
})
beforeEach(async () => {
  await handle.db.deleteFrom('idempotency_keys').execute()
  probe = await createTestApp()
  effects = []
  after = async () => {}
  const issue = operation({
    id: 'issue',
    method: 'post',
    access: 'optional',
    body: z.strictObject({ n: z.number() }),
    idempotent: true,
    responses: {
      200: { description: 'Issued', schema: z.object({ n: z.number(), effect: z.number() }) },
    },
  })
  mount(probe.app, issue, { db: handle.db, apart: true }, async ({ body, tx }) => {
    expect(tx).toBeUndefined()
    await sql`select 1`.execute(handle.db)
    if (effects.includes(body.n)) throw commonErrors.forbidden()
    effects.push(body.n)
    const effect = effects.length
    await after()
    return { n: body.n, effect }
  })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const issue = async (key: string, n: number) => {
  const response = await probe.app.request(
    '/api/probe',
    jsonBody({ n }, { 'idempotency-key': key }),
  )
  const body = (await response.json()) as { code?: string; effect?: number }
  return { status: response.status, replayed: response.headers.get('idempotency-replayed'), body }
}

test('returns the first result for a repeated key and rejects another body with the key', async () => {
  expect(await issue('k', 1)).toEqual({ status: 200, replayed: null, body: { n: 1, effect: 1 } })
  expect(await issue('k', 1)).toEqual({ status: 200, replayed: 'true', body: { n: 1, effect: 1 } })
  expect(await issue('k', 2)).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  })
  expect(effects).toEqual([1])
})

test('stores nothing after a failure and tries again for the same key', async () => {
  after = () => Promise.reject(commonErrors.unavailable())
  expect((await issue('k', 1)).status).toBe(503)
  effects = []
  after = async () => {}
  expect(await issue('k', 1)).toMatchObject({ status: 200, replayed: null })
})

test('lets the second of two concurrent requests wait and return the first result', async () => {
  const [one, two] = await Promise.all([issue('k', 1), issue('k', 1)])
  expect(effects).toEqual([1])
  expect([one.status, two.status, two.body]).toEqual([200, 200, one.body])
  expect(await issue('k', 1)).toMatchObject({ status: 200, replayed: 'true', body: { effect: 1 } })
})

test('takes its turn when the request it waits for fails', async () => {
  let calls = 0
  after = async () => {
    calls += 1
    effects = []
    if (calls === 1) throw commonErrors.unavailable()
  }
  const answers = await Promise.all([issue('k', 1), issue('k', 1), issue('k', 1)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 503])
  expect(calls).toBe(2)
})

test('encrypts the stored response if there is a seal and returns it in clear', async () => {
  const secret = operation({
    id: 'secret',
    method: 'post',
    access: 'optional',
    body: z.strictObject({ settled: z.boolean() }),
    idempotent: true,
    responses: { 201: { description: 'The secret', schema: z.object({ secret: z.string() }) } },
  })
  const sealed: AnswerSeal = {
    seal: (text, context) => Buffer.from(`${context}|${text}`).toString('base64'),
    open(body, context) {
      const text = Buffer.from(body, 'base64').toString()
      if (!text.startsWith(`${context}|`)) throw new Error('sealed under another context')
      return text.slice(context.length + 1)
    },
  }
  probe = await createTestApp()
  mount(probe.app, secret, { db: handle.db, apart: true, sealed }, async ({ body, settle }) => {
    if (body.settled)
      await inTransaction(handle.db, undefined, (tx) => settle(tx, { secret: 'hush-hush' }))
    return { secret: 'hush-hush' }
  })
  for (const settled of [true, false]) {
    const ask = () =>
      probe.app.request('/api/probe', jsonBody({ settled }, { 'idempotency-key': `s-${settled}` }))
    const first = await ask()
    const again = await ask()
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      201,
      'true',
    ])
    expect([await first.json(), await again.json()]).toEqual([
      { secret: 'hush-hush' },
      { secret: 'hush-hush' },
    ])
  }
  const rows = await handle.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('hush-hush')
})
