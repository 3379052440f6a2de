import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '@atrium/database'
import { freePort } from '@atrium/dev-servers'
import { capturedLog, createTestDatabase, eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startBackground } from './background.ts'

test('logs a failed round, even before its first await, and starts the next one', async () => {
  const log = capturedLog()
  let rounds = 0
  const run = () => {
    rounds += 1
    throw new Error(`round ${rounds}`)
  }
  const stop = startBackground([{ name: 'probe', everyMs: 1, run }], pino({}, log.destination))
  await eventually(() => expect(rounds).toBeGreaterThan(2))
  await stop()
  expect(log.lines.length).toBeGreaterThan(1)
  expect(JSON.parse(log.lines[1] ?? '')).toMatchObject({
    level: 50,
    work: 'probe',
    err: { message: 'round 2' },
    msg: 'background work failed',
  })
})

test('logs one line if the database is away, even after many attempts', async () => {
  const url = `postgres://nobody:none@127.0.0.1:${await freePort()}/none`
  const handle = createDatabase<unknown>({ url, schema: 'probe' })
  const log = capturedLog()
  let rounds = 0
  const run = async () => {
    rounds += 1
    await sql`select 1`.execute(handle.db)
  }
  const stop = startBackground([{ name: 'probe', everyMs: 1, run }], pino({}, log.destination))
  await eventually(() => expect(rounds).toBeGreaterThan(5))
  await stop()
  await handle.close()
  expect(log.lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, work: 'probe' }])
})

test('signals the current round when stopped and waits for it', async () => {
  let warned = false
  const entered = Promise.withResolvers<void>()
  const run = async (signal: AbortSignal) => {
    entered.resolve()
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    warned = true
  }
  const stop = startBackground(
    [{ name: 'probe', everyMs: 1, run }],
    pino({}, capturedLog().destination),
  )
  await entered.promise
  await stop()
  expect(warned).toBe(true)
})

test('starts a round as soon as work arrives, even if it arrives during a round', async () => {
  const hourly = 3_600_000
  let rounds = 0
  let start = () => {}
  let isForgotten = false
  const run = async () => {
    rounds += 1
    if (rounds === 1) start()
  }
  const onWork = (given: () => void) => {
    start = given
    return () => {
      isForgotten = true
    }
  }
  const stop = startBackground(
    [{ name: 'probe', everyMs: hourly, onWork, run }],
    pino({}, capturedLog().destination),
  )
  start()
  await eventually(() => expect(rounds).toBe(2))
  await stop()
  expect([rounds, isForgotten]).toEqual([2, true])
})

test('starts the next round after the time that the last one returned, if that is earlier', async () => {
  const hourly = 3_600_000
  let rounds = 0
  const run = async () => {
    rounds += 1
    return { nextInMs: rounds < 3 ? 1 : 2 * hourly }
  }
  const stop = startBackground(
    [{ name: 'probe', everyMs: 100, run }],
    pino({}, capturedLog().destination),
  )
  await eventually(() => expect(rounds).toBeGreaterThan(3))
  await stop()
})

test('waits the usual time if the work returned the result of its last call', async () => {
  let rounds = 0
  // The type of a call without a result allows a result.
  const count: () => void = () => {
    rounds += 1
    return { labelHash: 'reason:probe,' }
  }
  const stop = startBackground(
    [{ name: 'probe', everyMs: 100, run: async () => count() }],
    pino({}, capturedLog().destination),
  )
  await sleep(350)
  await stop()
  expect([1, 2, 3]).toContain(rounds)
})

test('waits the usual time if the wanted pause is no number', async () => {
  let rounds = 0
  const run = async () => {
    rounds += 1
    return { nextInMs: Number.NaN }
  }
  const stop = startBackground(
    [{ name: 'probe', everyMs: 100, run }],
    pino({}, capturedLog().destination),
  )
  await sleep(350)
  await stop()
  expect([1, 2, 3]).toContain(rounds)
})

const hour = 3_600_000

test('rests while the process only reads, and looks again after a write', async () => {
  const database = await createTestDatabase()
  const { db, close } = createDatabase<unknown>({ url: database.url, schema: 'public' })
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('create table rows (n int)')
  let rounds = 0
  const look = async (): Promise<void> => {
    rounds += 1
    await run('delete from rows where false')
  }
  const stop = startBackground(
    [{ name: 'probe', everyMs: 10, rests: true, run: look }],
    pino({}, capturedLog().destination),
    db,
    { afterMs: 200, everyMs: hour },
  )
  let before = -1
  await eventually(async () => {
    before = rounds
    await run('select 1')
    await sleep(150)
    expect(rounds).toBe(before)
  })
  await run('insert into rows values (1)')
  await eventually(() => expect(rounds).toBeGreaterThan(before + 2))
  await stop()
  await close()
  await database.drop()
})
