import { createServer } from 'node:net'
import type { Principal } from '@atrium/contracts'
import { derivedPrincipalTokens, principalHeader, principalKey } from '@atrium/http'
import { callRpc, connectBus } from '@atrium/messaging'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import {
  capturedLog,
  createTestDatabase,
  createTestEnv,
  eventually,
  type TestDatabase,
} from '@atrium/testkit'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  CountNotes,
  migrations,
  type ProbeTables,
  probeService,
  probeVariables,
  sources,
} from '../test/probe-service.ts'
import { type Kit, type RunningService, type StartOptions, startService } from './index.ts'

let database: TestDatabase
let env: Record<string, string>
let log: ReturnType<typeof capturedLog>
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
  const running = await startService(definition, { env, port: 0, destination: log.destination, ...options })
  closing.push(() => running.stop())
  return running
}
const failure = (definition = probeService(), options: Partial<StartOptions> = {}): Promise<Error> =>
  start(definition, options).then(
    () => expect.unreachable('it started'),
    (error: Error) => error,
  )
async function query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<R>(text)
  await client.end()
  return rows
}
const anybody: Principal = {
  ...{ userId: 'usr_1', orgId: 'org_1', isAdmin: false },
  ...{ role: 'member', via: 'session' },
  credentialId: 'ses_1',
}
const lines = () => log.lines.map((line) => JSON.parse(line) as { msg: string; level: number })
const untilRequestWaits = () =>
  eventually(() => expect(lines()).toContainEqual(expect.objectContaining({ msg: 'a request waits' })))
const ready = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return { code: response.status, ...((await response.json()) as object) }
}
const post = (url: string, text: string) =>
  fetch(`${url}/api/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
async function anotherBus() {
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
}

test('a request’s event and job take effect in the service that it starts', async () => {
  let kit: Kit<ProbeTables> | undefined
  const definition = probeService({ jobs: true })
  const { url } = await start({
    ...definition,
    build: (given) => {
      kit = given
      return definition.build(given)
    },
  })
  expect((await post(url, 'hello')).status).toBe(201)
  const db = kit?.database?.db
  if (db === undefined) throw new Error('no database')
  await eventually(async () => expect(await sources(db)).toEqual(['event', 'job', 'request']))
})

test('the order of starting: migrations, NATS, RPC, listener, and only then ready', async () => {
  const order: string[] = []
  const definition = probeService()
  const running = await start({
    ...definition,
    async build(kit) {
      order.push(`build: ${(await query(`select 1 from pg_tables where tablename = 'notes'`)).length} table`)
      order.push(`NATS ${kit.bus.isConnected()}`)
      const parts = await definition.build(kit)
      return {
        ...parts,
        async started(url) {
          order.push(`RPC ${(await callRpc(await anotherBus(), CountNotes, {})).count}`)
          order.push(`ready ${(await ready(url)).code}`)
          order.push(`live ${(await fetch(`${url}/livez`)).status}`)
        },
      }
    },
  })
  order.push(`ready ${(await ready(running.url)).code}`)
  expect(order).toEqual(['build: 1 table', 'NATS true', 'RPC 0', 'ready 503', 'live 200', 'ready 200'])
  expect(await ready(running.url)).toEqual({
    code: 200,
    status: 'ready',
    started: true,
    database: true,
    nats: true,
  })
})

test('missing keys: one line that names all of them, and nothing is touched', async () => {
  const { DATABASE_HOST: _, AUTH_SESSION_SECRET: __, AUTH_SECRET: ___, ...rest } = env
  const error = await failure(probeService(), { env: rest })
  expect(error.message).not.toContain('\n')
  for (const name of ['DATABASE_HOST', 'AUTH_SESSION_SECRET', 'AUTH_SECRET'])
    expect(error.message).toContain(name)
  expect(error.message).not.toContain('DATABASE_PORT')
  expect(await query(`select 1 from pg_namespace where nspname = 'probe'`)).toEqual([])
})

test('with a key of its own a service needs no session secret, and accepts the key before a rotation', async () => {
  const { AUTH_SESSION_SECRET: _, ...withoutSecret } = env
  const [key, previous] = ['the secret', 'the secret before'].map((secret) => principalKey(secret, 'board'))
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url')
  const running = await start(undefined, {
    env: { ...withoutSecret, PRINCIPAL_KEY: text(key), PRINCIPAL_KEY_PREVIOUS: text(previous) },
  })
  const status = async (service: string, secret: string) => {
    const token = await derivedPrincipalTokens(service, secret).sign(anybody)
    return (await fetch(`${running.url}/api/wait/0`, { headers: { [principalHeader]: token } })).status
  }
  expect(await status('board', 'the secret')).not.toBe(401)
  expect(await status('board', 'the secret before')).not.toBe(401)
  expect(await status('board', 'another secret')).toBe(401)
  expect(await status('invoicing', 'the secret')).toBe(401)
})

test('a migration that fails aborts the start, with the data untouched and every connection closed', async () => {
  const first = await start()
  await post(first.url, 'precious')
  await first.stop()
  const error = await failure(
    probeService({
      database: {
        schema: 'probe',
        migrations: {
          ...migrations,
          '0002-broken': {
            up: async (db) => {
              await db.schema.dropTable('notes').execute()
              throw new Error('half way')
            },
          },
        },
      },
    }),
  )
  expect(error.message).toBe('Migration 0002-broken failed: half way')
  expect(await query(`select text from probe.notes where source = 'request'`)).toEqual([{ text: 'precious' }])
  await eventually(async () =>
    expect(
      await query(
        `select 1 from pg_stat_activity where application_name like 'atrium-%' and datname = current_database()`,
      ),
    ).toEqual([]),
  )
})

test('a part that cannot be built aborts the start, with every connection closed', async () => {
  const error = await failure(probeService({ build: () => Promise.reject(new Error('no such part')) }))
  expect(error.message).toBe('no such part')
  await eventually(async () =>
    expect(
      await query(
        `select 1 from pg_stat_activity where application_name like 'atrium-%' and datname = current_database()`,
      ),
    ).toEqual([]),
  )
})

test('a port that is taken aborts the start with one line that names it, and nothing goes on behind', async () => {
  const holder = createServer()
  const port = await new Promise<number>((resolve) =>
    holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port)),
  )
  const error = await failure(probeService(), { port })
  expect(error.message).toMatch(new RegExp(`EADDRINUSE.*${port}`))
  expect(error.message).not.toContain('\n')
  await new Promise((resolve) => holder.close(resolve))
  await expect(callRpc(await anotherBus(), CountNotes, {})).rejects.toMatchObject({ kind: 'unavailable' })
  const running = await start(probeService(), { port })
  expect(running.port).toBe(port)
})

// Only Linux has more than one loopback address without being asked for it.
test.runIf(process.platform === 'linux')(
  'it listens where LISTEN_HOST says, and without it where only this machine reaches it',
  async () => {
    const reached = ({ port }: RunningService) =>
      fetch(`http://127.0.0.2:${port}/livez`).then(
        (response) => response.status,
        () => 'refused',
      )
    expect(await reached(await start())).toBe('refused')
    const everywhere = await start(probeService(), { env: { ...env, LISTEN_HOST: '0.0.0.0' } })
    expect(await reached(everywhere)).toBe(200)
  },
)

test('each dormant integration is warned about in the exact form, once, by the service that owns it', async () => {
  const integrations = ['one', 'two', 'three', 'four'].map((id) => ({
    ...{ id, subsystem: id, feature: `the ${id} feature`, needs: [`${id.toUpperCase()}_KEY`, 'SHARED_KEY'] },
  }))
  await start(probeService({ name: 'connect', variables: { ...probeVariables, integrations } }))
  const warnings = lines().filter(({ level }) => level === 40)
  expect(warnings.length).toBeGreaterThan(3)
  for (const { msg } of warnings) {
    expect(msg).toMatch(/^\[[a-z-]+\] [A-Z][A-Z0-9_]*(, [A-Z][A-Z0-9_]*)* not set - .+ unavailable$/)
  }
  expect(new Set(warnings.map(({ msg }) => msg)).size).toBe(warnings.length)
})

test('stopping lets requests in flight finish, takes no new ones, and says not ready', async () => {
  const running = await start()
  const slow = fetch(`${running.url}/api/wait/300`)
  await untilRequestWaits()
  const stopped = running.stop()
  await expect(fetch(`${running.url}/livez`)).rejects.toThrow()
  const response = await slow
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ waited: 300 })
  await stopped
  await running.stop()
})

test('a request that does not end in time is cut, and stopping goes on', async () => {
  env['SHUTDOWN_TIMEOUT_MS'] = '200'
  const running = await start()
  const endless = fetch(`${running.url}/api/wait/600000`).catch(() => 'cut')
  await untilRequestWaits()
  await running.stop()
  expect(await endless).toBe('cut')
})

test('a part that never stops is left behind with a line', async () => {
  env['SHUTDOWN_TIMEOUT_MS'] = '1'
  const running = await start(probeService({ parts: { stop: () => new Promise(() => {}) } }))
  await running.stop()
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: 'stopping takes too long, going on without it', what: 'board' }),
  )
})

test('several services share a process: their schemas, metrics and lives are their own', async () => {
  const one = await start(probeService({ name: 'board', database: { schema: 'one', migrations } }))
  const two = await start(probeService({ name: 'invoicing', database: { schema: 'two', migrations } }))
  await post(one.url, 'hello')
  const metrics = async ({ url }: RunningService) => (await fetch(`${url}/metrics`)).text()
  const counted = /atrium_http_request_seconds_count\{service="board",operation="writeNote",status="201"\} 1/
  expect(await metrics(one)).toMatch(counted)
  expect(await metrics(two)).not.toContain('writeNote')
  expect(await metrics(two)).toMatch(/atrium_database_connections\{state="idle",service="invoicing"\} \d/)
  await one.stop()
  expect((await ready(two.url)).code).toBe(200)
  expect((await post(two.url, 'still here')).status).toBe(201)
})

test('what a service answers beside its operations', async () => {
  const { url } = await start()
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { own: { paths: object } }
  expect(Object.keys(document.own.paths)).toEqual(['/api/notes', '/api/wait/{ms}', '/api/break'])
  for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json']) {
    const head = await fetch(`${url}${path}`, { method: 'HEAD' })
    expect([path, head.status, head.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
    expect((await fetch(`${url}${path}`, { method: 'POST' })).status).toBe(404)
  }
})

test('background work goes on after a round that failed, and ends with the service', async () => {
  let rounds = 0
  const running = await start(
    probeService({
      parts: {
        background: [
          {
            name: 'flaky',
            everyMs: 5,
            run: async () => {
              rounds += 1
              throw new Error('this round')
            },
          },
        ],
      },
    }),
  )
  await eventually(() => expect(rounds).toBeGreaterThan(2))
  await running.stop()
  const then = rounds
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(rounds).toBe(then)
  expect(lines()).toContainEqual(expect.objectContaining({ msg: 'background work failed', work: 'flaky' }))
})

test('missing streams are made with as many copies as the environment says', async () => {
  // One server keeps one copy only, and says so.
  const error = await failure(probeService(), { env: { ...env, NATS_STREAM_REPLICAS: '3' } })
  expect(String(error.cause ?? error)).toMatch(/replicas/)
})
