import { randomUUID } from 'node:crypto'
import { loadConfig } from '@atrium/config'
import { AppendTimeline, CardCreated, GetCards, SearchCards, UpdateCard } from '@atrium/contracts'
import { createDatabase, emit, inTransaction, migrate, type PlatformTables } from '@atrium/database'
import {
  type Bus,
  connectBus,
  ensureStreams,
  rpcHandler,
  serveRpc,
  startOutboxRelay,
} from '@atrium/messaging'
import { createMetrics, createTracing } from '@atrium/telemetry'
import { pino } from 'pino'
import { workflowVariables } from '../src/variables.ts'
import type { Platform } from '../test/platform.ts'

const connect = async (platform: Platform, service: string): Promise<Bus> => {
  const bus = await connectBus({
    url: loadConfig(workflowVariables, platform.env).NATS_URL,
    service,
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(service),
    tracing: await createTracing(service, undefined),
  })
  await ensureStreams(bus)
  return bus
}

/** Starts a board that records the time of each timeline entry, with a short delay. */
export async function startBoard(
  platform: Platform,
): Promise<{ calls: Map<string, number[]>; bus: Bus; stop(): Promise<void> }> {
  const bus = await connect(platform, 'board')
  const calls = new Map<string, number[]>()
  const unused = async (): Promise<never> => {
    throw new Error('not part of this')
  }
  const stopRpc = await serveRpc(bus, '0.1.0', [
    rpcHandler(AppendTimeline, async ({ entry, author, key = '' }) => {
      calls.set(key, [...(calls.get(key) ?? []), Date.now()])
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80))
      return {
        entry: { ...entry, id: `tle_${randomUUID()}`, author, createdAt: new Date().toISOString() },
      }
    }),
    rpcHandler(SearchCards, unused),
    rpcHandler(GetCards, unused),
    rpcHandler(UpdateCard, unused),
  ])
  return {
    calls,
    bus,
    async stop() {
      await stopRpc()
      await bus.drain()
    },
  }
}

/** Starts another service that emits `task.created` through its own outbox. */
export async function startEmitter(platform: Platform) {
  const database = createDatabase<PlatformTables>({
    url: loadConfig(workflowVariables, platform.env).DATABASE_URL,
    schema: 'emitter',
    poolSize: 3,
  })
  await migrate(database.db, 'emitter', {})
  const bus = await connect(platform, 'emitter')
  const relay = startOutboxRelay({ db: database.db, bus, schema: 'emitter' })
  return {
    emit: (orgId: string, taskId: string): Promise<unknown> =>
      inTransaction(database.db, undefined, (tx) =>
        emit(tx, CardCreated, orgId, {
          taskId,
          kind: 'task',
          title: 'x',
          status: 'todo',
          tags: [],
          ownerId: 'usr_1',
        }),
      ),
    waiting: async (): Promise<number> =>
      (await database.db.selectFrom('outbox').select('id').execute()).length,
    async stop() {
      await relay.stop()
      await bus.drain()
      await database.close()
    },
  }
}
