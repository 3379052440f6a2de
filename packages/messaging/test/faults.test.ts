import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineRpc } from '@atrium/contracts'
import { emitJob, inTransaction, isDatabaseAway } from '@atrium/database'
import { freePort, type RunningServer, startNats, startPostgres } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  callRpc,
  rpcHandler,
  serveRpc,
  startConsumer,
  startJobWorker,
  startOutboxRelay,
} from '../src/index.ts'
import { createHarness, type Harness, numbers, recording, Work } from './harness.ts'

const Echo = defineRpc({
  subject: 'probe.echo',
  description: 'The same again',
  input: z.object({ n: z.number() }),
  output: z.object({ n: z.number() }),
  timeoutMs: 1_000,
})

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-faults-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface OwnNats {
  url: string
  storeDir: string
  /** Kills the server like a crash and restarts it on the same port and data. */
  crash(between?: () => Promise<void>): Promise<void>
}

async function ownNats(): Promise<OwnNats> {
  const options = { storeDir: join(await temporaryFolder(), 'nats'), port: await freePort() }
  let server: RunningServer = await startNats(options)
  closing.push(() => server.stop())
  return {
    url: server.url,
    storeDir: options.storeDir,
    async crash(between = async () => {}) {
      process.kill(server.pid, 'SIGKILL')
      await server.exited
      await between()
      server = await startNats(options)
    },
  }
}

/** Starts a whole service's messaging until the test ends. */
async function startAll(harness: Harness): Promise<{ runs: string[] }> {
  const { bus, db, platform, schema } = harness
  const runs: string[] = []
  const relay = startOutboxRelay({ bus, db: platform, schema, pollMs: 20 })
  const stopConsumer = await startConsumer(bus, db, recording('faulty'))
  const stopRpc = await serveRpc(bus, '1.0.0', [rpcHandler(Echo, async (input) => input)])
  const stopWorker = await startJobWorker(
    bus,
    Work,
    { slots: 1, handle: async ({ runId }) => void runs.push(runId) },
    platform,
  )
  closing.push(
    () => harness.close(),
    () => Promise.all([relay.stop(), stopConsumer(), stopRpc(), stopWorker()]).then(() => {}),
  )
  return { runs }
}

const sortedEffects = async (harness: Harness) =>
  (await harness.effects()).toSorted((a, b) => a - b)

test('delivers everything once and serves calls and jobs again when NATS crashes and restarts under load', async () => {
  const nats = await ownNats()
  const harness = await createHarness({ natsUrl: nats.url })
  const { runs } = await startAll(harness)
  let emitted = 0
  const emitSome = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      await harness.emitNumbers(emitted + 1, emitted + 20)
      emitted += 20
    }
  }
  await emitSome(10)
  const load = emitSome(60)
  await nats.crash(async () => {
    await eventually(() => expect(harness.bus.isConnected()).toBe(false))
    await harness.emitNumbers(5_001, 5_010)
    await inTransaction(harness.db, undefined, (tx) => emitJob(tx, Work, { runId: 'while away' }))
    await expect(callRpc(harness.bus, Echo, { n: 1 }, { timeoutMs: 50 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })
  await load
  // Messages in flight are redelivered after ten seconds (`ack_wait`), and then one by one.
  await eventually(async () => {
    expect(await sortedEffects(harness)).toEqual([...numbers(1, emitted), ...numbers(5_001, 5_010)])
  }, 40_000)
  expect(await harness.deadLetters()).toEqual([])
  expect(harness.bus.isConnected()).toBe(true)
  expect(await callRpc(harness.bus, Echo, { n: 2 })).toEqual({ n: 2 })
  await eventually(() => expect(runs).toEqual(['while away']))
})

test('delivers later events when NATS comes back without its data', async () => {
  const nats = await ownNats()
  const harness = await createHarness({ natsUrl: nats.url })
  const { runs } = await startAll(harness)
  await harness.emitNumbers(1, 10)
  await eventually(async () => expect(await harness.effects()).toEqual(numbers(1, 10)))
  await nats.crash(() => rm(join(nats.storeDir, 'jetstream'), { recursive: true, force: true }))
  await harness.emitNumbers(11, 20)
  await inTransaction(harness.db, undefined, (tx) => emitJob(tx, Work, { runId: 'after' }))
  await eventually(async () => expect(await harness.effects()).toEqual(numbers(1, 20)), 15_000)
  await eventually(() => expect(runs).toEqual(['after']))
})

test('acknowledges a job later if it ends while NATS is down', async () => {
  const nats = await ownNats()
  const harness = await createHarness({ natsUrl: nats.url })
  const { bus, db, platform, schema } = harness
  const queue = { ...Work, ackWaitMs: 1_500 }
  const relay = startOutboxRelay({ bus, db: platform, schema, pollMs: 20 })
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const handle = async () => {
    entered.resolve()
    await leave.promise
  }
  const stopWorker = await startJobWorker(bus, queue, { slots: 1, handle }, platform)
  closing.push(
    () => harness.close(),
    () => Promise.all([relay.stop(), stopWorker()]).then(() => {}),
  )
  await inTransaction(db, undefined, (tx) => emitJob(tx, queue, { runId: 'run' }))
  await entered.promise
  await nats.crash(async () => {
    await eventually(() => expect(bus.isConnected()).toBe(false))
    leave.resolve()
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  const stream = bus.stream('JOBS')
  await eventually(async () => expect((await bus.jsm.streams.info(stream)).state.messages).toBe(0))
  await new Promise((resolve) => setTimeout(resolve, 2 * queue.ackWaitMs))
  expect(await harness.deadLetters()).toEqual([])
})

test('measures the age of the oldest outbox row while NATS is down', async () => {
  const nats = await ownNats()
  const harness = await createHarness({ natsUrl: nats.url })
  const { bus, db, platform, schema } = harness
  const relay = startOutboxRelay({ bus, db: platform, schema, pollMs: 20 })
  closing.push(
    () => harness.close(),
    () => relay.stop(),
  )
  const age = async () => (await bus.metrics.outboxAge.get()).values[0]?.value
  await nats.crash(async () => {
    await eventually(() => expect(bus.isConnected()).toBe(false))
    await harness.emitNumbers(1, 1)
    await sql`update outbox set occurred_at = now() - interval '90 seconds'`.execute(db)
    await eventually(async () => expect(await age()).toBeGreaterThan(89))
  })
  await eventually(async () => expect(await age()).toBe(0))
})

test('stops even if NATS is down', async () => {
  const nats = await ownNats()
  const harness = await createHarness({ natsUrl: nats.url })
  const { bus, db, platform, schema } = harness
  const relay = startOutboxRelay({ bus, db: platform, schema, pollMs: 20 })
  const stopConsumer = await startConsumer(bus, db, recording('stopped'))
  const stopRpc = await serveRpc(bus, '1.0.0', [rpcHandler(Echo, async (input) => input)])
  await nats.crash(async () => {
    await eventually(() => expect(bus.isConnected()).toBe(false))
    await Promise.all([relay.stop(), stopConsumer(), stopRpc()])
    await bus.drain()
  })
  await harness.close()
})

test('applies every committed event once and dead-letters none when PostgreSQL restarts under load', async () => {
  const options = {
    dataDir: join(await temporaryFolder(), 'postgres'),
    port: await freePort(),
    fsync: false,
  }
  let server = await startPostgres(options)
  closing.push(() => server.stop())
  const harness = await createHarness({ database: { url: server.url, drop: async () => {} } })
  await startAll(harness)
  const committed: number[] = []
  const failures: unknown[] = []
  let n = 0
  let loading = true
  const emitForever = async () => {
    while (loading) {
      n += 1
      const mine = n
      await harness.emitNumbers(mine, mine).then(
        () => committed.push(mine),
        (error: unknown) => failures.push(error),
      )
    }
  }
  const load = Promise.all([emitForever(), emitForever(), emitForever()])
  await eventually(() => expect(committed.length).toBeGreaterThan(100))
  await server.stop()
  server = await startPostgres(options)
  const sofar = committed.length
  await eventually(() => expect(committed.length).toBeGreaterThan(sofar + 100), 15_000)
  loading = false
  await load
  expect(failures).not.toEqual([])
  expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([])
  // If the response to a commit was lost, the commit may have happened. Its number may appear, but
  // only once.
  await eventually(async () => {
    const effects = await sortedEffects(harness)
    expect(effects).toEqual(expect.arrayContaining(committed))
    expect(await harness.db.selectFrom('outbox').select('seq').execute()).toEqual([])
    expect(new Set(effects).size).toBe(effects.length)
  }, 15_000)
  expect(await harness.deadLetters()).toEqual([])
})

test('waits with a job when PostgreSQL stops and completes the job when the database is back', async () => {
  const options = {
    dataDir: join(await temporaryFolder(), 'postgres'),
    port: await freePort(),
    fsync: false,
  }
  let server = await startPostgres(options)
  closing.push(() => server.stop())
  const harness = await createHarness({ database: { url: server.url, drop: async () => {} } })
  const { bus, db, platform, schema } = harness
  const relay = startOutboxRelay({ bus, db: platform, schema, pollMs: 20 })
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const stopWorker = await startJobWorker(
    bus,
    Work,
    {
      slots: 1,
      handle: async () => {
        entered.resolve()
        await leave.promise
        await db.insertInto('effects').values({ consumer: 'job', n: 1 }).execute()
      },
    },
    platform,
  )
  closing.push(
    () => harness.close(),
    () => Promise.all([relay.stop(), stopWorker()]).then(() => {}),
  )
  await inTransaction(db, undefined, (tx) => emitJob(tx, Work, { runId: 'run' }))
  await entered.promise
  await server.stop()
  leave.resolve()
  await eventually(() => expect(harness.log.text()).toContain('the job waits'))
  server = await startPostgres(options)
  await eventually(async () => expect(await harness.effects('job')).toEqual([1]))
  expect(await harness.deadLetters()).toEqual([])
})
