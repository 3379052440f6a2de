import { randomBytes } from 'node:crypto'
import { defineEvent, defineJob } from '@atrium/contracts'
import {
  createDatabase,
  emit,
  emitJob,
  inTransaction,
  type Migrations,
  migrate,
  type PlatformTables,
} from '@atrium/database'
import {
  type ConsumerOptions,
  connectBus,
  ensureStreams,
  eventConsumer,
  startConsumer,
  startJobWorker,
  startOutboxRelay,
} from '@atrium/messaging'
import { createTestDatabase } from '@atrium/testkit'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { inject } from 'vitest'
import { z } from 'zod'
import { runCommand } from '../src/run-command.ts'

export const Invited = defineEvent({
  type: 'test.invited',
  description: 'Somebody was invited',
  domain: false,
  schema: z.object({ n: z.number().int(), email: z.string() }),
})
export const Send = defineJob({
  subject: 'test-send.normal',
  schema: z.object({ n: z.number().int(), email: z.string() }),
  ackWaitMs: 60_000,
  maxDeliver: 1,
})
export const email = 'private.person@example.org'

interface Tables extends PlatformTables {
  effects: { consumer: string; n: number }
}
const migrations: Migrations = {
  '0001-effects': {
    up: (db) => sql`create table effects (consumer text, n int)`.execute(db).then(() => {}),
  },
}

/**
 * Opens a service with its own schema, relay and namespace. `atrium` runs a command line against
 * it.
 */
export async function openService(schema = 'board', natsUrl = inject('natsUrl')) {
  const database = await createTestDatabase()
  const handle = createDatabase<Tables>({ url: database.url, schema, poolSize: 5 })
  const { db } = handle
  const platform = db as unknown as Kysely<PlatformTables>
  await migrate(db, schema, migrations)
  const namespace = `t${randomBytes(6).toString('hex')}`
  const bus = await connectBus({
    url: natsUrl,
    service: schema,
    namespace,
    logger: pino({ level: 'silent' }),
  })
  await ensureStreams(bus)
  const relay = startOutboxRelay({ db: platform, bus, schema, pollMs: 20 })
  const stops: Array<() => Promise<void>> = []
  const env = { DATABASE_URL: database.url, NATS_URL: natsUrl, NATS_NAMESPACE: namespace }
  return {
    db,
    platform,
    bus,
    env,
    /**
     * Starts a consumer for `Invited` that inserts one row. If `before` throws, the row is rolled
     * back.
     */
    async consume(
      name: string,
      before: (n: number) => void = () => {},
      options: ConsumerOptions = {},
    ) {
      const consumer = eventConsumer<Tables, typeof Invited.schema>(
        name,
        Invited,
        async (tx, { data: { n } }) => {
          await tx.insertInto('effects').values({ consumer: name, n }).execute()
          before(n)
        },
        { retryPauseMs: () => 5, ...options },
      )
      stops.push(await startConsumer(bus, db, consumer))
    },
    async work(handleJob: (n: number) => void) {
      const handle = async ({ n }: { n: number }) => handleJob(n)
      stops.push(await startJobWorker(bus, Send, { slots: 1, handle }, platform))
    },
    invite: (...ns: number[]) =>
      inTransaction(db, undefined, async (tx) => {
        for (const n of ns) await emit(tx, Invited, 'org_1', { n, email })
      }),
    send: (n: number) => inTransaction(db, undefined, (tx) => emitJob(tx, Send, { n, email })),
    async effects(consumer: string): Promise<number[]> {
      const rows = await db
        .selectFrom('effects')
        .select('n')
        .where('consumer', '=', consumer)
        .execute()
      return rows.map(({ n }) => n)
    },
    deadLetters: () => db.selectFrom('dead_letters').selectAll().orderBy('id').execute(),
    /** Inserts a dead letter the way a consumer does. */
    addDeadLetter: (
      event: { subject?: string; payload?: string; consumer?: string; reason?: string } = {},
    ) =>
      db
        .insertInto('dead_letters')
        .values({
          consumer: 'board-failing',
          subject: bus.subject('events.org_1.test.invited'),
          message_id: `evt_${randomBytes(4).toString('hex')}`,
          payload: envelope({}),
          reason: 'No',
          deliveries: 5,
          ...event,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    published: async (stream: 'EVENTS' | 'JOBS' = 'EVENTS') =>
      (await bus.jsm.streams.info(bus.stream(stream))).state.messages,
    /** Runs a command line against this platform. */
    atrium: (args: string, overrides: Record<string, string> = {}) =>
      atrium(args, { ...env, ...overrides }),
    /** Migrates the schema of another service in the same database. */
    async alsoService(other: string) {
      const second = createDatabase<Tables>({ url: database.url, schema: other, poolSize: 1 })
      await migrate(second.db, other, migrations)
      await second.close()
    },
    async close() {
      await Promise.all([relay.stop(), ...stops.map((stop) => stop())])
      if (bus.isConnected()) {
        for (const name of ['EVENTS', 'JOBS'] as const) {
          await bus.jsm.streams.delete(bus.stream(name)).catch(() => {})
        }
      }
      await bus.drain()
      await handle.close()
      await database.drop()
    },
  }
}
export type Service = Awaited<ReturnType<typeof openService>>

export const envelope = (changes: Record<string, unknown>): string =>
  JSON.stringify({
    id: `evt_${randomBytes(8).toString('hex')}`,
    type: 'test.invited',
    orgId: 'org_1',
    occurredAt: new Date().toISOString(),
    data: { n: 1, email },
    ...changes,
  })

/** Runs a command line. Words must not contain spaces. */
export async function atrium(args: string, env: Record<string, string>) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    env,
    write: (line: string) => out.push(line),
    error: (line: string) => err.push(line),
  }
  return { code: await runCommand(args.split(' '), io), out, err }
}
