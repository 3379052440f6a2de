import { afterAll, describe, expect, test } from 'vitest'
import { goodCookie, startTestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

// These services are deployed but down, so the gateway itself responds.
const gateway = await startTestGateway({
  overrides: {
    INVOICING_SERVICE_URL: 'http://127.0.0.1:1',
    MCP_SERVICE_URL: 'http://127.0.0.1:1',
  },
})
afterAll(() => gateway?.stop())

const client = 'https://app.example.com'
const stranger = 'https://evil.example'
const closed = [
  '/api/me',
  '/api/tasks',
  '/api/assets/org_1/priv/x',
  '/api/assets/usage',
  '/api/config',
  '/api/nothing',
]
const open = [
  '/api/assets/org_1/pub/x.png',
  '/api/public/sites/my-site',
  '/api/public/quotes',
  '/api/public/support',
  '/api/public/offers/my-org/slug',
  '/api/public/nothing',
  '/api/public/nothing/of/that/kind',
]

describe('path for known clients', () => {
  test.each(closed)(
    'allows reading %s with credentials only if the origin is a known client',
    async (path) => {
      const known = await send(gateway.port, { path, headers: { origin: client } })
      expect(known.headers['access-control-allow-origin']).toBe(client)
      expect(known.headers['access-control-allow-credentials']).toBe('true')
      expect(known.headers['access-control-expose-headers']).toMatch(/X-Request-Id/)
      const listed = known.headers.vary?.toLowerCase().split(/, */)
      expect(listed).toContain('origin')
      for (const origin of [
        stranger,
        'null',
        `${client}.evil.example`,
        `${client}/`,
        client.toUpperCase(),
      ]) {
        const answer = await send(gateway.port, { path, headers: { origin } })
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
        expect(answer.headers.vary?.toLowerCase()).toContain('origin')
      }
      const same = await send(gateway.port, { path })
      expect(same.headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  test('lets a client read why it was rejected', async () => {
    const headers = { origin: client, cookie: 'atrium.session_token=bad' }
    const answer = await send(gateway.port, { path: '/api/tasks', headers })
    expect(answer.status).toBe(401)
    expect(answer.headers['access-control-allow-origin']).toBe(client)
  })

  test("grants a client's preflight what it asks for, and nothing to a stranger's", async () => {
    const asked = {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'content-type, x-api-key, if-match',
    }
    const known = await send(gateway.port, {
      method: 'OPTIONS',
      path: '/api/tasks/1',
      headers: { origin: client, ...asked },
    })
    expect(known.status).toBe(204)
    expect(known.body).toBe('')
    expect(known.headers['cache-control']).toBe('no-store')
    expect(known.headers).toMatchObject({
      'access-control-allow-origin': client,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type, x-api-key, if-match',
    })
    expect(known.headers['access-control-allow-methods']).toContain('PATCH')
    const foreign = await send(gateway.port, {
      method: 'OPTIONS',
      path: '/api/tasks/1',
      headers: { origin: stranger, ...asked },
    })
    expect(foreign.status).toBe(204)
    expect(
      Object.keys(foreign.headers).filter((name) => name.startsWith('access-control')),
    ).toEqual([])
    expect(gateway.board.received.filter(({ method }) => method === 'OPTIONS')).toEqual([])
  })
})

describe('published path', () => {
  test.each(open)('allows reading %s from any origin, never with credentials', async (path) => {
    for (const headers of [
      { origin: stranger },
      { origin: client },
      { origin: client, cookie: goodCookie },
      {},
    ]) {
      const answer = await send(gateway.port, { path, headers: headers as Record<string, string> })
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
      expect(answer.headers['access-control-expose-headers']).toMatch(/Content-Range/)
      expect(answer.headers['access-control-expose-headers']).toMatch(/Accept-Ranges/)
    }
  })

  test("grants a range request's preflight to every origin", async () => {
    const headers = {
      origin: stranger,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'range',
    }
    const answer = await send(gateway.port, {
      method: 'OPTIONS',
      path: '/api/assets/org_1/pub/x',
      headers,
    })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-headers']).toMatch(/Range/)
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test.each([
    ['POST', '/api/public/quotes'],
    ['POST', '/api/public/support'],
    ['GET', '/api/public/sites/x'],
    ['POST', '/api/public/offers/my-org/slug/checkout'],
    ['PUT', '/api/public/nothing'],
  ])(
    'grants the preflight for %s %s to every origin, without credentials',
    async (method, path) => {
      const headers = {
        origin: stranger,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type, idempotency-key',
      }
      const answer = await send(gateway.port, { method: 'OPTIONS', path, headers })
      expect(answer.status).toBe(204)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers['access-control-allow-methods']?.split(', ')).toContain(method)
      expect(answer.headers['access-control-allow-headers']).toMatch(
        /Content-Type.*Idempotency-Key/,
      )
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  test.each(['/api/public/quotes', '/api/public/support'])(
    "accepts a visitor's request to %s from any page, even if a session cookie is set",
    async (path) => {
      for (const cookie of [undefined, goodCookie]) {
        const answer = await send(gateway.port, {
          method: 'POST',
          path,
          body: '{}',
          headers: {
            origin: 'null',
            'content-type': 'application/json',
            ...(cookie ? { cookie } : {}),
          },
        })
        expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
      }
    },
  )

  test('offers only the methods of a route', async () => {
    const headers = { origin: stranger, 'access-control-request-method': 'GET' }
    const answer = await send(gateway.port, {
      method: 'OPTIONS',
      path: '/api/assets/org_1/pub/x',
      headers,
    })
    expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD')
  })

  test('publishes the path only for reading', async () => {
    const headers = { origin: stranger, 'access-control-request-method': 'DELETE' }
    const answer = await send(gateway.port, {
      method: 'OPTIONS',
      path: '/api/assets/org_1/pub/x',
      headers,
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

test('sends identical responses for missing assets in any lane unless the request has an Origin', async () => {
  gateway.assets.handle((_, response) => response.writeHead(404, { 'content-length': 2 }).end('no'))
  const names = [
    'org_1/pub/x.png',
    'org_1/priv/x.png',
    'org_1/x.png',
    'x.png',
    'org_1/pub',
    'org_1/pub/%zz',
  ]
  const ask = async (headers: Record<string, string>) => {
    const answers = names.map((name) =>
      send(gateway.port, { path: `/api/assets/${name}`, headers }),
    )
    return Promise.all(answers)
  }
  const [first, ...others] = await ask({ 'x-request-id': 'same' })
  expect([first?.status, first?.headers.vary]).toEqual([404, 'Origin'])
  for (const other of others) {
    expect({ ...other.headers, date: '' }).toEqual({ ...first?.headers, date: '' })
    expect(Object.keys(other.headers)).toEqual(Object.keys(first?.headers ?? {}))
  }
  const allowed = (await ask({ origin: client })).map(
    ({ headers }) => headers['access-control-allow-origin'],
  )
  expect(allowed).toEqual(['*', client, client, client, '*', '*'])
  gateway.assets.reset()
})

test.each(['valueOf', 'constructor', '__proto__', 'toString', 'PROPFIND'])(
  'responds to a preflight with 404 if its method is %s',
  async (method) => {
    const headers = { origin: client, 'access-control-request-method': method }
    const answer = await send(gateway.port, { method: 'OPTIONS', path: '/api/me', headers })
    expect(answer.status).toBe(404)
  },
)

test('responds to OPTIONS without asking a service if the request is no preflight', async () => {
  const answer = await send(gateway.port, { method: 'OPTIONS', path: '/api/me' })
  expect([answer.status, answer.headers['cache-control']]).toEqual([204, 'no-store'])
  expect(answer.headers.allow).toContain('GET')
  for (const path of ['/api/health', '/api/config', '/api/docs', '/']) {
    const own = await send(gateway.port, { method: 'OPTIONS', path })
    expect([own.status, own.headers.allow], path).toEqual([204, 'GET, HEAD, OPTIONS'])
  }
  expect((await send(gateway.port, { method: 'OPTIONS', path: '/api/nothing' })).status).toBe(404)
})

describe("the assistants' URL", () => {
  const preflight = (origin: string) =>
    send(gateway.port, {
      method: 'OPTIONS',
      path: '/api/mcp',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, mcp-protocol-version',
      },
    })

  test.each(['https://claude.ai', 'http://localhost:6274'])(
    'lets a page at %s call with its token, without cookies',
    async (origin) => {
      const asked = await preflight(origin)
      expect(asked.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
        'access-control-allow-methods': expect.stringContaining('POST'),
      })
      for (const path of ['/api/mcp', '/api/mcp/']) {
        const answer = await send(gateway.port, { method: 'POST', path, headers: { origin } })
        expect([answer.status, answer.headers['access-control-allow-origin']], path).toEqual([
          401,
          origin,
        ])
        expect(answer.headers['access-control-expose-headers']).toContain('WWW-Authenticate')
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
      }
    },
  )

  test.each([
    stranger,
    'https://claude.ai.evil.example',
    'http://claude.ai',
    'https://claude.ai:8443',
    'null',
  ])('allows nothing to a page at %s', async (origin) => {
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin')
  })

  test("hides all other paths from an assistant's page", async () => {
    const answer = await send(gateway.port, {
      path: '/api/me',
      headers: { origin: 'https://claude.ai' },
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
