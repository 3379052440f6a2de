import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goodCookie, startTestGateway, type TestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const gateway = await startTestGateway()
afterAll(() => gateway?.stop())
beforeEach(() => {
  for (const service of [gateway.identity, gateway.assets, gateway.board]) service.reset()
})

test.each([
  ['GET', '/api/auth/get-session', 'identity'],
  ['POST', '/api/auth/sign-in/email', 'identity'],
  ['GET', '/api/me', 'identity'],
  ['GET', '/api/auth-providers?x=1', 'identity'],
  ['DELETE', '/api/orgs/org_1', 'identity'],
  ['GET', '/api/assets/usage', 'assets'],
  ['POST', '/api/assets', 'assets'],
  ['GET', '/api/assets?limit=5', 'assets'],
  ['DELETE', '/api/assets/org_1/pub/x.png', 'assets'],
  ['PATCH', '/api/assets/org_1/pub/x.png', 'assets'],
  ['GET', '/api/tasks?kind=post&q=a%20b', 'board'],
  ['PATCH', '/api/tasks/task_1', 'board'],
  ['POST', '/api/tasks/task_1/process/cancel', 'board'],
  ['POST', '/api/public/quotes', 'board'],
  ['GET', '/api/public/sites/my-site', 'board'],
] as const)('forwards %s %s to %s with its path and query', async (method, path, name) => {
  const answer = await send(gateway.port, { method, path })
  expect(answer.status).toBe(200)
  expect(gateway[name].last()).toMatchObject({ method, url: path })
  const others = (['identity', 'assets', 'board'] as const).filter((other) => other !== name)
  for (const other of others) expect(gateway[other].received).toEqual([])
})

test.each([
  ['GET', '/api/nothing'],
  ['GET', '/api'],
  ['GET', '/api/metasks'],
  ['GET', '/API/me'],
  ['GET', '/api/workflows'],
  ['GET', '/api/connectors'],
  ['GET', '/api/invoicing'],
  ['POST', '/api/health'],
  ['GET', '/api/health/db'],
  ['PROPFIND', '/api/me'],
  ['TRACE', '/api/me'],
])(
  'responds to %s %s with 404 if the path is in no table or its service is not deployed',
  async (method, path) => {
    const answer = await send(gateway.port, { method, path })
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({
      code: 'not_found',
      status: 404,
      requestId: answer.headers['x-request-id'],
    })
  },
)

describe('path that parsers could understand differently', () => {
  test.each([
    '/api/assets/../me',
    '/api/auth/../me',
    '/api/auth/%2e%2e/me',
    '/api/tasks/..%2f..%2fme',
    '/api/tasks/%2E%2e/%2e%2e/api/me',
    '//api/me',
    '/api//me',
    '/api/auth//sign-in/email',
    '/api\\me',
    '/api/tasks/..\\..\\me',
    '/api/tasks/%5c..%5cme',
    '/api/tasks/x%00',
    '/api/tasks/%',
    '/api/tasks/%zz',
    '/./api/me',
    'http://elsewhere.example/api/me',
    'https://elsewhere.example:99/api/me',
    '/api/me#fragment',
    '*',
  ])('forwards %s only to the service of its prefix, or responds with 400 or 404', async (path) => {
    gateway.assets.handle((_request, response) => response.writeHead(404).end())
    const answer = await send(gateway.port, { path })
    expect([400, 404]).toContain(answer.status)
    expect(gateway.identity.received).toEqual([])
    expect(gateway.board.received).toEqual([])
  })

  test('unescapes the path for the route and the service if the escapes are needless', async () => {
    const answer = await send(gateway.port, { path: '/%61pi/m%65?a=%61' })
    expect(answer.status).toBe(200)
    expect(gateway.identity.last().url).toBe('/api/me?a=%61')
  })

  test.each([
    '/api/assets/org_1/priv/%2e%2e%2fother',
    '/api/assets/org_1/pub/../priv/key',
    '/api/assets/..%2f..%2fetc%2fpasswd',
    '/api/assets/org_1//pub/x',
    '/api/assets/org_1/%70ub/%zz',
    '/api/assets/x\\y',
  ])('forwards the asset key in %s to the asset service unchanged', async (path) => {
    await send(gateway.port, { path })
    expect(gateway.assets.last().url).toBe(path)
  })
})

test("does not route the payment processor's paths to the connect service", async () => {
  const all = await startTestGateway({
    overrides: {
      CONNECT_SERVICE_URL: gateway.identity.url,
      INVOICING_SERVICE_URL: gateway.assets.url,
    },
  })
  try {
    for (const path of [
      '/api/connect/payments/status',
      '/api/invoicing/summary',
      '/api/public/offers/acme',
    ]) {
      await send(all.port, { path })
      expect(gateway.assets.last().url).toBe(path)
    }
    await send(all.port, { path: '/api/connect/webhooks/payments', method: 'POST', body: '{}' })
    expect(gateway.assets.last().url).toBe('/api/connect/webhooks/payments')
    await send(all.port, { path: '/api/connect/pagenet/callback?code=1' })
    expect(gateway.identity.last().url).toBe('/api/connect/pagenet/callback?code=1')
  } finally {
    await all.stop()
  }
})

describe('with a dashboard', () => {
  let all: TestGateway
  beforeAll(async () => {
    // The board takes the place of the dashboard.
    all = await startTestGateway({ overrides: { DASHBOARD_SERVICE_URL: gateway.board.url } })
  })
  afterAll(() => all?.stop())

  test.each(['/', '/board?kind=task', '/static/index-abc.js', '/apis', '/API/me', '/settings/api'])(
    "serves %s from the dashboard without the caller's session",
    async (path) => {
      const answer = await send(all.port, {
        path,
        headers: { cookie: `${goodCookie}; theme=dark`, 'x-atrium-same-origin': 'forged' },
      })
      expect(answer.status).toBe(200)
      const { url, headers } = gateway.board.last()
      expect(url).toBe(path)
      expect(headers).toMatchObject({ cookie: 'theme=dark', 'x-atrium-same-origin': '1' })
      expect(all.asked).toEqual([])
    },
  )

  test.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/.well-known/nothing'],
    ['GET', '/%61pi/nothing'],
    ['GET', '/livez'],
    ['GET', '/metrics'],
    ['GET', '/%6detrics'],
    ['GET', '/openapi.json'],
    ['GET', '//evil.example'],
    ['GET', '/../api/me'],
    ['POST', '/'],
    ['DELETE', '/board'],
  ])('responds to %s %s with 404 without asking the dashboard', async (method, path) => {
    expect((await send(all.port, { method, path })).status).toBe(404)
    expect(gateway.board.received).toEqual([])
  })

  test("never counts requests for the dashboard's files", async () => {
    const limited = await startTestGateway({
      overrides: { DASHBOARD_SERVICE_URL: gateway.board.url, RATE_LIMITS: 'on' },
    })
    try {
      const answers = await Promise.all(
        Array.from({ length: 150 }, () => send(limited.port, { path: '/static/index-abc.js' })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    } finally {
      await limited.stop()
    }
  })
})

test('redirects the root to the documentation if there is no dashboard', async () => {
  const answer = await send(gateway.port, { path: '/' })
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe('/api/docs')
})

// The machine's address in its network, if it has one.
const outward = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test('listens only on this machine by default', async (context) => {
  for (const host of ['localhost', '127.0.0.1']) {
    expect((await fetch(`http://${host}:${gateway.port}/api/config`)).status).toBe(200)
  }
  if (outward === undefined) return context.skip('this machine has no address towards others')
  await expect(fetch(`http://${outward}:${gateway.port}/api/config`)).rejects.toThrow()
  const open = await startTestGateway({ overrides: { LISTEN_HOST: '0.0.0.0' } })
  try {
    expect((await fetch(`http://${outward}:${open.port}/api/config`)).status).toBe(200)
  } finally {
    await open.stop()
  }
})
