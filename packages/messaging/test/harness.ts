import { randomBytes } from 'node:crypto'
import { defineEvent, defineJob } from '@atrium/contracts'
import {
  createDatabase,
  type DatabaseHandle,
  emit,
  inTransaction,
  migrate,
  type PlatformTables,
} from '@atrium/database'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import {
  type CapturedLog,
  capturedLog,
  createTestDatabase,
  type TestDatabase,
} from '@atrium/testkit'
import { type Generated, type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { inject } from 'vitest'
import { z } from 'zod'
import {
  type Bus,
  type ConsumerOptions,
  connectBus,
  type EventConsumer,
  ensureStreams,
  eventConsumer,
} from '../src/index.ts'

/** The effects of a tested consumer, one row each in order. */
export interface TestTables extends PlatformTables {
  effects: { seq: Generated<number>; consumer: string; n: number }
}

export const Counted = defineEvent({
  type: 'test.counted',
  description: 'A number was counted',
  domain: false,
  schema: z.object({ n: z.number().int() }),
})

export const Work = defineJob({
  subject: 'workflow-run.high',
  schema: z.object({ runId: z.string() }),
  ackWaitMs: 900_000,
  maxDeliver: 1,
})

/**
 * Declares a consumer that inserts one row per event and then calls `after`. Starts at future
 * events.
 */
export const recording = (
  name: string,
  { after, ...options }: ConsumerOptions & { after?: (n: number) => Promise<void> | void } = {},
): EventConsumer<TestTables> =>
  eventConsumer<TestTables, typeof Counted.schema>(
    name,
    Counted,
    async (tx, { data }) => {
      await tx.insertInto('effects').values({ consumer: name, n: data.n }).execute()
      await after?.(data.n)
    },
    { from: 'now', retryPauseMs: () => 20, ...options },
  )

export interface Harness {
  database: TestDatabase
  handle: DatabaseHandle<TestTables>
  db: Kysely<TestTables>
  /** The same database, typed for the relay and the job worker. */
  platform: Kysely<PlatformTables>
  bus: Bus
  log: CapturedLog
  schema: string
  namespace: string
  /** Opens another replica's bus. It closes with the harness. */
  anotherBus(service?: string): Promise<Bus>
  emitNumbers(from: number, to: number): Promise<void>
  /** Returns the numbers that the consumer handled, in order. */
  effects(consumer?: string): Promise<number[]>
  deadLetters(): Promise<
    Array<{ consumer: string; reason: string; payload: string; deliveries: number }>
  >
  close(): Promise<void>
}

export interface HarnessOptions {
  natsUrl?: string
  /** A database on another server than the run's. */
  database?: TestDatabase
  poolSize?: number
}

const schema = 'probe'

/** Opens a database with the platform's tables and `effects`, and a bus in its own namespace. */
export async function createHarness(options: HarnessOptions = {}): Promise<Harness> {
  const database = options.database ?? (await createTestDatabase())
  const handle = createDatabase<TestTables>({
    url: database.url,
    schema,
    poolSize: options.poolSize ?? 5,
  })
  const { db } = handle
  await migrate(db, schema, {
    '0001-effects': {
      up: async (k) => {
        await sql`create table effects (seq serial primary key, consumer text not null, n int not null)`.execute(
          k,
        )
      },
    },
  })
  const log = capturedLog()
  const namespace = `t${randomBytes(6).toString('hex')}`
  const buses: Bus[] = []
  const connect = async (service = 'probe'): Promise<Bus> => {
    const bus = await connectBus({
      url: options.natsUrl ?? inject('natsUrl'),
      service,
      namespace,
      logger: pino({ level: 'debug' }, log.destination),
      metrics: createMetrics(service),
      tracing: propagateOnly,
    })
    buses.push(bus)
    return bus
  }
  const bus = await connect()
  await ensureStreams(bus)
  return {
    database,
    handle,
    db,
    platform: db as unknown as Kysely<PlatformTables>,
    bus,
    log,
    schema,
    namespace,
    anotherBus: connect,
    emitNumbers: (from, to) =>
      inTransaction(db, undefined, async (tx) => {
        for (let n = from; n <= to; n += 1) await emit(tx, Counted, 'org_1', { n })
      }),
    async effects(consumer) {
      const rows = await db
        .selectFrom('effects')
        .select('n')
        .$if(consumer !== undefined, (query) => query.where('consumer', '=', consumer ?? ''))
        .orderBy('seq')
        .execute()
      return rows.map((row) => row.n)
    },
    deadLetters: () =>
      db
        .selectFrom('dead_letters')
        .select(['consumer', 'reason', 'payload', 'deliveries'])
        .orderBy('id')
        .execute(),
    async close() {
      if (bus.isConnected()) {
        for (const name of ['EVENTS', 'JOBS'] as const) {
          await bus.jsm.streams.delete(bus.stream(name)).catch(() => {})
        }
      }
      await Promise.all(buses.map((each) => each.drain()))
      await handle.close()
      await database.drop()
    },
  }
}

/** Returns the numbers from `from` to `to`, both included. */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
