import { type Measurement, percentile } from '@atrium/bench-kit'
import { loadConfig } from '@atrium/config'
import { CardCreated } from '@atrium/contracts'
import { createDatabase, emit, inTransaction, migrate, type PlatformTables } from '@atrium/database'
import { connectBus, startOutboxRelay } from '@atrium/messaging'
import { createMetrics, createTracing } from '@atrium/telemetry'
import { sql } from 'kysely'
import { pino } from 'pino'
import { workflowVariables } from '../src/variables.ts'
import { edge, graph, node } from '../test/graphs.ts'
import type { Platform, Runner } from '../test/platform.ts'
import { readMoment } from './bench-firing.ts'

/**
 * Measures the time from an event's commit in another service until the run that it causes starts.
 */
export async function benchEvents(
  platform: Platform,
  runner: Runner,
  rounds: number,
): Promise<Measurement[]> {
  const config = loadConfig(workflowVariables, platform.env)
  const emitter = createDatabase<PlatformTables>({
    url: config.DATABASE_URL,
    schema: 'emitter',
    poolSize: 3,
  })
  await migrate(emitter.db, 'emitter', {})
  const bus = await connectBus({
    url: config.NATS_URL,
    service: 'emitter',
    logger: pino({ level: 'silent' }),
    metrics: createMetrics('emitter'),
    tracing: await createTracing('emitter', undefined),
  })
  const relay = startOutboxRelay({ db: emitter.db, bus, schema: 'emitter' })
  const caller = await platform.caller(runner.url)
  const flow = graph(
    [
      node('event', 'trigger.event', { eventType: 'task.created' }),
      node('check', 'if', { combinator: 'and', conditions: [] }),
    ],
    [edge('event', 'check')],
  )
  const { body } = await caller.send<{ id: string }>('POST', '/api/workflows', {
    name: 'events',
    graph: flow,
  })
  await caller.send('PATCH', `/api/workflows/${body.id}`, { active: true })
  const times: number[] = []
  for (let round = -20; round < rounds; round += 1) {
    const taskId = `task_${round}`
    await inTransaction(emitter.db, undefined, (tx) =>
      emit(tx, CardCreated, caller.principal.orgId, {
        taskId,
        kind: 'task',
        title: 'x',
        status: 'todo',
        tags: [],
        ownerId: 'usr_1',
      }),
    )
    const emitted = performance.timeOrigin + performance.now()
    const which = sql`workflow_id = ${body.id} and seeds -> 'item' -> 'json' ->> 'taskId' = ${taskId}`
    const at = await readMoment(platform, 'started_at', which)
    if (round >= 0) times.push(at - emitted)
  }
  await caller.close()
  await relay.stop()
  await bus.drain()
  await emitter.close()
  return [
    {
      name: 'workflow: event emitted to run started, p50',
      value: percentile(times, 0.5),
      unit: 'ms',
      target: '<= 20',
    },
  ]
}
