import { connect } from 'node:net'
import { AppError, commonErrors } from '@atrium/contracts'
import { freePort } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNoteDatabase, type NoteDatabase, schema } from '../test/harness.ts'
import { asDatabaseError, createDatabase, isDatabaseAway, runStatement } from './index.ts'

let notebook: NoteDatabase
beforeAll(async () => {
  notebook = await createNoteDatabase()
})
afterAll(() => notebook.remove())

const catchFailure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  )

async function terminateAllButMine(): Promise<void> {
  const client = new pg.Client({ connectionString: notebook.url })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

test('reports the database as away if the server refuses connections', async () => {
  const port = await freePort()
  const handle = createDatabase({ url: `postgres://atrium:x@127.0.0.1:${port}/none`, schema })
  const error = await catchFailure(sql`select 1`.execute(handle.db))
  const outside = await catchFailure(runStatement(handle.pool, { text: 'select 1', values: [] }))
  await handle.close()
  expect([isDatabaseAway(error), isDatabaseAway(outside)]).toEqual([true, true])
  expect(asDatabaseError(error)).toMatchObject({
    kind: 'unavailable',
    details: { retryAfterSeconds: 2 },
  })
})

test('reports the database as away if the host name does not resolve', async () => {
  const handle = createDatabase({ url: 'postgres://atrium:x@no-such-host.invalid/none', schema })
  expect(isDatabaseAway(await catchFailure(sql`select 1`.execute(handle.db)))).toBe(true)
  await handle.close()
})

test('reports the database as away if the pool has no free connection within the timeout', async () => {
  const handle = createDatabase({ url: notebook.url, schema, poolSize: 1 })
  const client = await handle.pool.connect()
  handle.pool.options.connectionTimeoutMillis = 50
  expect(isDatabaseAway(await catchFailure(sql`select 1`.execute(handle.db)))).toBe(true)
  client.release()
  await handle.close()
})

test('reports the database as away when a connection is cut, and later queries succeed', async () => {
  const sleeping = catchFailure(sql`select pg_sleep(20)`.execute(notebook.db))
  await eventually(async () => {
    const { rows } = await notebook.pool.query(
      `select 1 from pg_stat_activity where query like 'select pg_sleep%'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })
  await terminateAllButMine()
  expect(isDatabaseAway(await sleeping)).toBe(true)
  await eventually(() => sql`select 1`.execute(notebook.db))
})

test('fails the transaction but not the process when a connection is cut between two statements', async () => {
  const failing = notebook.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('notes')
      .values({ title: 'never', tags: [] } as never)
      .execute()
    await terminateAllButMine()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await tx
      .insertInto('notes')
      .values({ title: 'nor this', tags: [] } as never)
      .execute()
  })
  expect(isDatabaseAway(await catchFailure(failing))).toBe(true)
  expect(await notebook.db.selectFrom('notes').selectAll().execute()).toEqual([])
})

test('reports the database as away if a statement times out', async () => {
  const failing = notebook.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 20`.execute(tx)
    await sql`select pg_sleep(5)`.execute(tx)
  })
  expect(isDatabaseAway(await catchFailure(failing))).toBe(true)
})

test('reports the database as away to the victim of a deadlock', async () => {
  await notebook.db
    .insertInto('notes')
    .values([{ title: 'a' }, { title: 'b' }] as never)
    .execute()
  const locking = (first: string, second: string, met: () => Promise<void>) =>
    notebook.db.transaction().execute(async (tx) => {
      await sql`set local deadlock_timeout = '50ms'`.execute(tx)
      await sql`select 1 from notes where title = ${first} for update`.execute(tx)
      await met()
      await sql`select 1 from notes where title = ${second} for update`.execute(tx)
    })
  let arrived = 0
  const both = Promise.withResolvers<void>()
  const met = () => {
    arrived += 1
    if (arrived === 2) both.resolve()
    return both.promise
  }
  const results = await Promise.allSettled([locking('a', 'b', met), locking('b', 'a', met)])
  const lost = results.filter((result) => result.status === 'rejected')
  expect(lost).toHaveLength(1)
  expect(isDatabaseAway(lost[0]?.reason)).toBe(true)
})

test('leaves the error of a wrong statement unchanged', async () => {
  for (const text of ['select nonsense', 'selec', 'select 1/0', `select 'x'::int`]) {
    const error = await catchFailure(notebook.pool.query(text))
    expect(isDatabaseAway(error)).toBe(false)
    expect(asDatabaseError(error)).toBe(error)
  }
})

test('does not report the database as away if the password or database name is wrong', async () => {
  const wrongName = new URL(notebook.url)
  wrongName.pathname = '/no_such_database'
  const wrongPassword = new URL(notebook.url)
  wrongPassword.password = 'wrong'
  for (const url of [wrongName, wrongPassword]) {
    const handle = createDatabase({ url: url.toString(), schema })
    expect(isDatabaseAway(await catchFailure(sql`select 1`.execute(handle.db)))).toBe(false)
    await handle.close()
  }
})

test('does not report the database as away if another connection fails', async () => {
  const port = await freePort()
  const refused = await catchFailure(
    new Promise((_, reject) => connect(port, '127.0.0.1').on('error', reject)),
  )
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
  const { readFile } = await import('node:fs/promises')
  const missing = await catchFailure(readFile('/no/such/file'))
  for (const error of [
    refused,
    missing,
    new Error('Connection reset'),
    'Connection terminated',
    null,
    undefined,
  ]) {
    expect(isDatabaseAway(error)).toBe(false)
  }
})

test('leaves an AppError unchanged', () => {
  const error = commonErrors.not_found()
  expect(asDatabaseError(error)).toBe(error)
  expect(asDatabaseError(error)).toBeInstanceOf(AppError)
})
