import { newId, type Operation, type OrgPrincipal, type Principal } from '@atrium/contracts'
import { createDatabase, type DatabaseHandle, migrate, type PlatformTables } from '@atrium/database'
import { operationsOf } from '@atrium/http'
import { type Bus, connectBus, type RpcHandler, serveRpc } from '@atrium/messaging'
import { type RunningService, type ServiceDefinition, startService } from '@atrium/service-kit'
import {
  type CapturedLog,
  capturedLog,
  createTestDatabase,
  createTestEnv,
  templateDatabase,
} from '@atrium/testkit'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Call, callOf, createTestCaller, type TestCaller } from './test-caller.ts'

export interface TestServiceOptions {
  /** Variables beside those of `createTestEnv`; undefined removes one. */
  env?: Readonly<Record<string, string | undefined>>
  /** The name of the test's own connection to NATS; `test` unless given. */
  busName?: string
  /** Stand-in answers of other services, there before the service starts. */
  rpc?: readonly RpcHandler[]
}

export interface TestService<DB> {
  running: RunningService
  url: string
  env: Record<string, string>
  log: CapturedLog
  /** A connection of the test's own, as another service has it. */
  bus: Bus
  /** A pool of the test's own on the service's schema. Absent where the service has no schema. */
  handle: DatabaseHandle<DB>
  /** The operations that the service answers over HTTP. */
  operations: readonly Operation[]
  /** A member of a new org unless `given` differs; a null `orgId` is a caller without an org. */
  caller(given?: Partial<OrgPrincipal>): TestCaller<OrgPrincipal>
  caller(given: Partial<Principal>): TestCaller
  anonymous: Call
  /** Answers RPC in place of other services until the returned function is called or the service stops. */
  answer(handlers: readonly RpcHandler[]): Promise<() => Promise<void>>
  /** Another replica on the same database and bus, stopped with the first. */
  startReplica(changed?: ServiceDefinition<DB & PlatformTables>): Promise<RunningService>
  /** Stops the service and what belongs to it, and drops its database. */
  stop(): Promise<void>
}

/** Starts a service as it runs in production, on a database and a NATS namespace of its own. */
export async function startTestService<DB extends PlatformTables>(
  definition: ServiceDefinition<DB>,
  options: TestServiceOptions = {},
): Promise<TestService<DB>> {
  const { schema } = definition.database ?? {}
  const database = definition.database
    ? await createTestDatabase(await migratedDatabase(definition.database))
    : { url: inject('postgresUrl'), drop: async () => {} }
  const env = createTestEnv({ databaseUrl: database.url, overrides: options.env ?? {} })
  const log = capturedLog()
  const closing: Array<() => Promise<unknown>> = [() => database.drop()]
  const close = async (): Promise<void> => {
    for (const each of closing.splice(0).toReversed()) await each()
  }
  const start = async (started: ServiceDefinition<DB>): Promise<RunningService> => {
    const running = await startService(started, { env, port: 0, destination: log.destination })
    closing.push(() => running.stop())
    return running
  }
  try {
    const handle = createDatabase<DB>({ url: database.url, schema: schema ?? 'public' })
    closing.push(() => handle.close())
    const bus = await connectBus({
      url: env['NATS_URL'] ?? '',
      namespace: env['NATS_NAMESPACE'],
      service: options.busName ?? 'test',
      logger: pino({ level: 'silent' }),
    })
    closing.push(() => bus.drain())
    // The run's NATS would keep the streams of every ended service in memory.
    closing.push(() => removeStreams(bus))
    const answer: TestService<DB>['answer'] = (handlers) => serveRpc(bus, '0.0.0', handlers)
    if (options.rpc !== undefined) await answer(options.rpc)
    const running = await start(definition)
    const caller = (given: Partial<Principal> = {}) => {
      const role = given.orgId === null ? null : 'member'
      const base = { userId: newId('usr'), orgId: newId('org'), role, isAdmin: false } as const
      const session = { via: 'session', credentialId: newId('ses') } as const
      return createTestCaller<Principal>(running, env, { ...base, ...session, ...given })
    }
    return {
      ...{ running, url: running.url, env, log, bus, handle, answer },
      operations: operationsOf(running.app),
      caller: caller as TestService<DB>['caller'],
      anonymous: callOf(running.url, async () => ({})),
      startReplica: (changed = definition) => start(changed),
      stop: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The database that the migrations of a service have made, to copy. */
const migratedDatabase = ({
  schema,
  migrations,
}: NonNullable<ServiceDefinition<never>['database']>): Promise<string> =>
  templateDatabase(migrations, async (url) => {
    const handle = createDatabase({ url, schema })
    try {
      await migrate(handle.db, schema, migrations)
    } finally {
      await handle.close()
    }
  })

async function removeStreams({ jsm, stream }: Bus): Promise<void> {
  await Promise.allSettled((['EVENTS', 'JOBS'] as const).map((name) => jsm.streams.delete(stream(name))))
}
