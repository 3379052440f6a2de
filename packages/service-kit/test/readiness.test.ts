import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningServer, startNats, startPostgres } from '@atrium/dev-servers'
import { capturedLog, createTestEnv, eventually } from '@atrium/testkit'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningService, startService } from '../src/index.ts'
import { probeService } from './probe-service.ts'

let folder: string
let nats: RunningServer
let postgres: RunningServer
let service: RunningService
const log = capturedLog()
const natsOptions = async () => ({
  storeDir: join(folder, 'nats'),
  port: nats?.port ?? (await freePort()),
})
const postgresOptions = async () => ({
  dataDir: join(folder, 'postgres'),
  port: postgres?.port ?? (await freePort()),
  fsync: false,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-readiness-'))
  nats = await startNats(await natsOptions())
  postgres = await startPostgres(await postgresOptions())
  const env = createTestEnv({ databaseUrl: postgres.url, overrides: { NATS_URL: nats.url } })
  service = await startService(probeService(), { env, port: 0, destination: log.destination })
})
beforeEach(() => untilReady())
afterAll(async () => {
  await service.stop()
  await Promise.all([nats.stop(), postgres.stop()])
  await rm(folder, { recursive: true, force: true })
})

const ask = async (path: string) => {
  const response = await fetch(`${service.url}${path}`)
  return { status: response.status, body: (await response.json()) as object }
}
const untilReady = () => eventually(async () => expect((await ask('/readyz')).status).toBe(200))
const note = () =>
  fetch(`${service.url}/api/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"x"}',
  })

test('stays alive but not ready with 503 and Retry-After while PostgreSQL is stopped, and recovers when it starts', async () => {
  await postgres.stop()
  const answer = await ask('/readyz')
  expect(answer).toMatchObject({
    status: 503,
    body: { database: false, nats: true, started: true },
  })
  expect((await ask('/livez')).status).toBe(200)
  expect((await ask('/api/wait/1')).status).toBe(200)
  const refused = await note()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  postgres = await startPostgres(await postgresOptions())
  await untilReady()
  expect((await note()).status).toBe(201)
})

test('times out the probe if PostgreSQL is frozen and gets ready again afterwards', async () => {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'atrium-probe'`,
  )
  await client.end()
  const processes = [postgres.pid, ...rows.map(({ pid }) => pid)]
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  try {
    // The kernel may stop a server after it has sent one more response.
    await eventually(async () => {
      expect(await ask('/readyz')).toMatchObject({ status: 503, body: { database: false } })
    })
    expect((await ask('/livez')).status).toBe(200)
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  }
  await untilReady()
})

test('serves requests but is not ready while NATS is stopped, and recovers when it starts', async () => {
  await nats.stop()
  await eventually(async () => {
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      body: { database: true, nats: false },
    })
  })
  expect((await note()).status).toBe(201)
  nats = await startNats(await natsOptions())
  await untilReady()
})

test('reports not ready while NATS hangs, and serves requests that need no NATS', async () => {
  process.kill(nats.pid, 'SIGSTOP')
  try {
    await eventually(async () => {
      expect(await ask('/readyz')).toMatchObject({
        status: 503,
        body: { database: true, nats: false },
      })
    })
    expect((await ask('/livez')).status).toBe(200)
    expect((await note()).status).toBe(201)
  } finally {
    process.kill(nats.pid, 'SIGCONT')
  }
  await untilReady()
})

test('starts while its servers are still starting', async () => {
  await Promise.all([nats.stop(), postgres.stop()])
  const env = createTestEnv({ databaseUrl: postgres.url, overrides: { NATS_URL: nats.url } })
  const starting = startService(probeService({ database: { schema: 'late', migrations: {} } }), {
    env,
    port: 0,
    destination: log.destination,
  })
  await eventually(() => expect(log.text()).toContain('waiting for PostgreSQL'))
  postgres = await startPostgres(await postgresOptions())
  await eventually(() => expect(log.text()).toContain('waiting for NATS'))
  nats = await startNats(await natsOptions())
  const late = await starting
  expect((await fetch(`${late.url}/readyz`)).status).toBe(200)
  await late.stop()
})
