// biome-ignore lint/style/noRestrictedImports: The callers of tests need ids, too.
import { newId, type Operation, type OrgPrincipal, type Principal } from '@atrium/contracts'
import { createDatabase, type DatabaseHandle, migrate, type PlatformTables } from '@atrium/database'
import { listOperations } from '@atrium/http'
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
import { type Call, createCall, createTestCaller, type TestCaller } from './test-caller.ts'

export interface TestServiceOptions {
  /** Variables in addition to those of `createTestEnv`. Undefined removes one. */
  env?: Readonly<Record<string, string | undefined>>
  /** The name of the test's own NATS connection. Defaults to `test`. */
  busName?: string
  /** Stand-ins for other services, registered before the service starts. */
  rpc?: readonly RpcHandler[]
}

export interface TestService<DB> {
  running: RunningService
  url: string
  env: Record<string, string>
  log: CapturedLog
  /** The test's own connection, like that of another service. */
  bus: Bus
  /** The test's own pool on the service's schema. Undefined if the service has no schema. */
  handle: DatabaseHandle<DB>
  /** The service's HTTP operations. */
  operations: readonly Operation[]
  /**
   * Returns a caller, by default a member of a new organisation. A null `orgId` gives a caller
   * without an organisation.
   */
  caller(given?: Partial<OrgPrincipal>): TestCaller<OrgPrincipal>
  caller(given: Partial<Principal>): TestCaller
  anonymous: Call
  /**
   * Responds to RPC for other services until the returned function is called or the service stops.
   */
  answer(handlers: readonly RpcHandler[]): Promise<() => Promise<void>>
  /** Starts another replica on the same database and bus. It stops with the first. */
  startReplica(changed?: ServiceDefinition<DB & PlatformTables>): Promise<RunningService>
  /** Stops the service with all its parts, and drops its database. */
  stop(): Promise<void>
}

/** Starts a service as in production, on its own database and NATS namespace. */
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
    // The test run's NATS server would keep the streams of every stopped service in memory.
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
      running,
      url: running.url,
      env,
      log,
      bus,
      handle,
      answer,
      operations: listOperations(running.app),
      caller: caller as TestService<DB>['caller'],
      anonymous: createCall(running.url, async () => ({})),
      startReplica: (changed = definition) => start(changed),
      stop: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the migrated database of a service, used as a template for copies. */
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
  await Promise.allSettled(
    (['EVENTS', 'JOBS'] as const).map((name) => jsm.streams.delete(stream(name))),
  )
}
