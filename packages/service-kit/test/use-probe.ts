import { connectBus } from '@atrium/messaging'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import {
  type CapturedLog,
  capturedLog,
  createTestDatabase,
  createTestEnv,
  eventually,
  type TestDatabase,
} from '@atrium/testkit'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect } from 'vitest'
import { type RunningService, type StartOptions, startService } from '../src/index.ts'
import { probeService } from './probe-service.ts'

/** Gives each test its own database, environment and log, and stops what the test starts. */
export function useProbe() {
  let database: TestDatabase
  let env: Record<string, string>
  let log: CapturedLog
  const closing: Array<() => Promise<void>> = []

  beforeEach(async () => {
    database = await createTestDatabase()
    env = createTestEnv({ databaseUrl: database.url, overrides: { LOG_LEVEL: 'info' } })
    log = capturedLog()
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
    await database.drop()
  })

  async function start(
    definition = probeService(),
    options: Partial<StartOptions> = {},
  ): Promise<RunningService> {
    const running = await startService(definition, {
      env,
      port: 0,
      destination: log.destination,
      ...options,
    })
    closing.push(() => running.stop())
    return running
  }
  const lines = () => log.lines.map((line) => JSON.parse(line) as { msg: string; level: number })
  return {
    env: () => env,
    start,
    lines,
    /** Returns the error of a failed start. */
    failure: (definition = probeService(), options: Partial<StartOptions> = {}): Promise<Error> =>
      start(definition, options).then(
        () => expect.unreachable('it started'),
        (error: Error) => error,
      ),
    async query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      const { rows } = await client.query<R>(text)
      await client.end()
      return rows
    },
    untilRequestWaits: () =>
      eventually(() =>
        expect(lines()).toContainEqual(expect.objectContaining({ msg: 'a request waits' })),
      ),
    async anotherBus() {
      const bus = await connectBus({
        url: env['NATS_URL'] ?? '',
        namespace: env['NATS_NAMESPACE'],
        service: 'caller',
        logger: pino({ level: 'silent' }),
        metrics: createMetrics('caller'),
        tracing: propagateOnly,
      })
      closing.push(() => bus.drain())
      return bus
    },
  }
}

/** Returns the status and body of a service's readiness probe. */
export async function readiness(url: string) {
  const response = await fetch(`${url}/readyz`)
  return { code: response.status, ...((await response.json()) as object) }
}

/** Writes a note through a service's API. */
export const postNote = (url: string, text: string) =>
  fetch(`${url}/api/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
