import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import {
  AvailableChains,
  ModelStatus,
  type ModelStatusOutput,
  SystemSchedules,
} from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterEach, expect, inject, test } from 'vitest'
import { type GatewayOptions, startTestGateway, type TestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function start(options: GatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startTestGateway(options)
  opened.push(() => gateway.stop())
  return gateway
}

/**
 * Starts a proxy to PostgreSQL that a test can silence. Open connections then stay open, but no
 * byte passes.
 */
async function deafPath(): Promise<{ url: string; deafen(): void; heal(): void }> {
  const target = new URL(inject('postgresUrl'))
  const sockets = new Set<Socket>()
  let deaf = false
  const server: Server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => other.destroy())
      one.on('data', (chunk) => {
        if (!deaf) other.write(chunk)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(target)
  url.port = String((server.address() as { port: number }).port)
  url.hostname = '127.0.0.1'
  return {
    url: url.toString(),
    deafen: () => {
      deaf = true
    },
    heal: () => {
      deaf = false
    },
  }
}

async function timedHealth(gateway: TestGateway) {
  const started = performance.now()
  const answer = await send(gateway.port, { path: '/api/health' })
  return { answer, ms: performance.now() - started }
}

test('reports healthy if the database responds', async () => {
  const gateway = await start({ overrides: { COMMIT_SHA: 'abc123' } })
  const { answer } = await timedHealth(gateway)
  expect(answer.status).toBe(200)
  expect(answer.json()).toEqual({
    status: 'ok',
    commit: 'abc123',
    llmProvider: 'none',
    enrichEnabled: false,
    exportEnabled: false,
    db: 'up',
    systemSchedulesHealthy: false,
    services: { identity: 'up', assets: 'up', board: 'up' },
  })
})

test('reports a service as down if it is missing, not ready, failing or hanging, without changing the status', async () => {
  const gateway = await start({ overrides: { CONNECT_SERVICE_URL: 'http://127.0.0.1:1' } })
  gateway.identity.handle((_, response) => response.writeHead(500).end())
  gateway.board.handle(() => {})
  // The service runs, but its NATS or database does not respond.
  gateway.assets.handle(({ url }, response) =>
    response.writeHead(url === '/readyz' ? 503 : 200).end(),
  )
  const { answer } = await timedHealth(gateway)
  expect(answer.status).toBe(200)
  expect(answer.json()).toMatchObject({
    status: 'ok',
    db: 'up',
    services: { identity: 'down', assets: 'down', board: 'down', connect: 'down' },
  })
  gateway.identity.reset()
  gateway.board.reset()
  gateway.assets.reset()
  expect((await timedHealth(gateway)).answer.json()).toMatchObject({
    services: { identity: 'up', assets: 'up', board: 'up' },
  })
})

test('probes the services once for concurrent readers', async () => {
  const gateway = await start()
  let probes = 0
  gateway.assets.handle((_, response) => {
    probes += 1
    setTimeout(() => response.end('{}'), 300)
  })
  await Promise.all(Array.from({ length: 30 }, () => timedHealth(gateway)))
  expect(probes).toBeLessThan(30)
})

const model: ModelStatusOutput = {
  platform: 'none',
  managed: false,
  speech: false,
  channels: false,
  chosen: null,
  failure: null,
}
const chain = ['link-enrichment', 'publish-now'] as const
test.each([
  ['the chain and the platform’s model', chain, { ...model, platform: 'direct' }, true],
  ['the chain and the managed model', chain, { ...model, managed: true }, true],
  ['the chain and a channel of a model', chain, { ...model, channels: true }, true],
  ['a model without the chain', ['publish-now'], { ...model, platform: 'direct' }, false],
  ['the chain without a model', chain, model, false],
  ['the chain, speech, and no model', chain, { ...model, speech: true }, false],
] as const)('shows %s enrichment unchanged', async (_what, kinds, status, enrichEnabled) => {
  const gateway = await start({
    rpc: [
      rpcHandler(AvailableChains, async () => ({ kinds: [...kinds] })),
      rpcHandler(ModelStatus, async () => status),
    ],
  })
  expect((await timedHealth(gateway)).answer.json()).toMatchObject({ status: 'ok', enrichEnabled })
})

test('enables no enrichment while connect is down, even if a key is configured', async () => {
  const gateway = await start({
    overrides: { LLM_PROVIDER: 'auto', LLM_DIRECT_API_KEY: 'secret' },
    rpc: [rpcHandler(AvailableChains, async () => ({ kinds: [...chain] }))],
  })
  expect((await timedHealth(gateway)).answer.json()).toMatchObject({
    llmProvider: 'direct',
    enrichEnabled: false,
  })
})

test('responds with 200, degraded and down if the database refuses connections', async () => {
  const url = new URL(inject('postgresUrl'))
  url.port = '1'
  const gateway = await start({ overrides: { DATABASE_URL: url.toString() } })
  const { answer } = await timedHealth(gateway)
  expect(answer.status).toBe(200)
  expect(answer.json()).toMatchObject({ status: 'degraded', db: 'down' })
  for (const path of ['/api/config', '/api/tasks', '/api/docs'])
    expect((await send(gateway.port, { path })).status).toBe(200)
})

test('notices when the database goes silent and when it returns, in concurrent probes too', async () => {
  const path = await deafPath()
  const gateway = await start({ overrides: { DATABASE_URL: path.url } })
  expect((await timedHealth(gateway)).answer.json()).toMatchObject({ db: 'up' })
  path.deafen()
  // First the existing connection, then a new one, then many concurrent probes.
  for (const probes of [1, 1, 20]) {
    const seen = await Promise.all(Array.from({ length: probes }, () => timedHealth(gateway)))
    for (const { answer, ms } of seen) {
      expect(answer.status).toBe(200)
      expect(answer.json()).toMatchObject({ status: 'degraded', db: 'down' })
      expect(ms).toBeGreaterThan(1_500)
    }
  }
  path.heal()
  expect((await timedHealth(gateway)).answer.json()).toMatchObject({ status: 'ok', db: 'up' })
})

test('shares one connection between probes', async () => {
  let connections = 0
  const target = new URL(inject('postgresUrl'))
  const server = createServer((socket) => {
    connections += 1
    const onward = connect(Number(target.port), target.hostname)
    socket.on('error', () => {})
    onward.on('error', () => {})
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(async () => void server.close())
  const url = new URL(target)
  url.port = String((server.address() as { port: number }).port)
  const gateway = await start({ overrides: { DATABASE_URL: url.toString() } })
  await Promise.all(Array.from({ length: 30 }, () => timedHealth(gateway)))
  await timedHealth(gateway)
  expect(connections).toBe(1)
})

test.each([true, false])(
  "shows the workflow runner's schedule state (%s) without changing anything else",
  async (healthy) => {
    const gateway = await start({ rpc: [rpcHandler(SystemSchedules, async () => ({ healthy }))] })
    const { answer } = await timedHealth(gateway)
    expect(answer.json()).toMatchObject({ status: 'ok', systemSchedulesHealthy: healthy })
  },
)

test('waits at most a second when the workflow runner does not respond', async () => {
  const late = Promise.withResolvers<{ healthy: boolean }>()
  const gateway = await start({ rpc: [rpcHandler(SystemSchedules, () => late.promise)] })
  const { answer } = await timedHealth(gateway)
  expect(answer.json()).toMatchObject({ status: 'ok', systemSchedulesHealthy: false })
  late.resolve({ healthy: true })
})

test('shows features if the configuration enables them', async () => {
  const gateway = await start({
    overrides: {
      LLM_PROVIDER: 'auto',
      LLM_DIRECT_API_KEY: 'secret',
      INVOICING_SERVICE_URL: 'http://127.0.0.1:1',
    },
  })
  const { answer } = await timedHealth(gateway)
  expect(answer.json()).toMatchObject({
    llmProvider: 'direct',
    enrichEnabled: false,
    exportEnabled: true,
  })
})

test('exposes only the allowed configuration keys', async () => {
  const gateway = await start({
    overrides: { MAILBOX_USER_EMAIL: 'a@example.com', EMAIL_API_KEY: 'secret' },
  })
  const answer = await send(gateway.port, { path: '/api/config' })
  expect(answer.status).toBe(200)
  expect(answer.json()).toEqual({ MAILBOX_USER_EMAIL: 'a@example.com' })
})
