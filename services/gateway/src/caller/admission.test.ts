import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { goodCookie, goodKey, startTestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const gateway = await startTestGateway()
afterAll(() => gateway?.stop())
beforeEach(() => {
  for (const service of [gateway.identity, gateway.assets, gateway.board]) service.reset()
  gateway.asked.length = 0
})

const origin = 'https://app.example.com'

describe('bad credential', () => {
  test.each([
    ['an unknown API key', { 'x-api-key': 'atr_bad' }],
    ['an empty API key', { 'x-api-key': '' }],
    ['two API keys', { 'x-api-key': [goodKey, goodKey] }],
    ['an endless API key', { 'x-api-key': 'x'.repeat(4_000) }],
    ['an unknown session', { cookie: 'atrium.session_token=bad' }],
    ['an empty session', { cookie: 'atrium.session_token=' }],
    ['a session without a value', { cookie: 'atrium.session_token' }],
    ['a session that no server set', { cookie: 'atrium.session_token=a b"c' }],
    ['two sessions that differ', { cookie: `${goodCookie}; atrium.session_token=other` }],
    ['an unknown API key as bearer', { authorization: 'Bearer atr_bad' }],
    ['a malformed API key as bearer', { authorization: 'Bearer atr_bad atr_worse' }],
    ['a good session beside a bad API key', { cookie: goodCookie, 'x-api-key': 'atr_bad' }],
  ])(
    'responds with 401 to a bad credential (%s) on every route that accepts one, even for public reads',
    async (_name, headers) => {
      for (const path of [
        '/api/me',
        '/api/tasks',
        '/api/assets/org_1/pub/x.png',
        '/api/public/sites/x',
      ]) {
        const answer = await send(gateway.port, { path, headers })
        expect(answer.status, path).toBe(401)
        expect(answer.json()).toMatchObject({ code: 'invalid_credentials' })
      }
      expect(
        [gateway.identity, gateway.assets, gateway.board].flatMap(({ received }) => received),
      ).toEqual([])
    },
  )

  test('ignores a bad credential on routes that accept no credentials', async () => {
    const headers = { cookie: 'atrium.session_token=bad', 'x-api-key': 'atr_bad' }
    for (const path of [
      '/api/health',
      '/api/config',
      '/api/auth-providers',
      '/api/openapi.json',
      '/api/docs',
    ]) {
      expect((await send(gateway.port, { path, headers })).status, path).toBe(200)
    }
    const signIn = {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      headers: { ...headers, origin },
      body: '{}',
    }
    expect((await send(gateway.port, signIn)).status).toBe(200)
    expect(gateway.asked).toEqual([])
  })
})

test('resolves concurrent callers in one query and confuses none of them', async () => {
  const callers = Array.from({ length: 60 }, (_, n) => (n % 4 === 0 ? `bad${n}` : `good${n}`))
  const answers = await Promise.all(
    callers.map((value) =>
      send(gateway.port, {
        path: `/api/tasks/${value}`,
        headers: { cookie: `atrium.session_token=${value}` },
      }),
    ),
  )
  for (const [n, { status }] of answers.entries())
    expect(status, callers[n]).toBe(n % 4 === 0 ? 401 : 200)
  expect(gateway.board.received).toHaveLength(45)
  for (const { url, headers } of gateway.board.received) {
    const { userId } = await gateway.tokens().verify(String(headers['x-atrium-principal']))
    expect(`/api/tasks/${userId.slice('usr_'.length)}`).toBe(url)
  }
})

test('prefers an API key if the browser also sends a cookie', async () => {
  const answer = await send(gateway.port, {
    path: '/api/tasks',
    headers: { cookie: goodCookie, 'x-api-key': goodKey },
  })
  expect(answer.status).toBe(200)
  expect(gateway.asked).toEqual([{ apiKey: goodKey }])
  const principal = await gateway
    .tokens()
    .verify(String(gateway.board.last().headers['x-atrium-principal']))
  expect(principal.via).toBe('api_key')
})

test('accepts an API key as a bearer token and forwards it to no service', async () => {
  const headers = { cookie: goodCookie, authorization: `bearer ${goodKey}` }
  expect((await send(gateway.port, { path: '/api/tasks', headers })).status).toBe(200)
  expect(gateway.asked).toEqual([{ apiKey: goodKey }])
  const received = gateway.board.last().headers
  expect(received['authorization']).toBeUndefined()
  expect((await gateway.tokens().verify(String(received['x-atrium-principal']))).via).toBe(
    'api_key',
  )
})

test('ignores an Authorization header if it holds no credential of ours', async () => {
  const headers = { cookie: goodCookie, authorization: 'Basic dXNlcjpwYXNz' }
  expect((await send(gateway.port, { path: '/api/tasks', headers })).status).toBe(200)
  expect(gateway.asked).toEqual([{ sessionCookie: 'good' }])
})

test('accepts a repeated session cookie, and prefers the one set over HTTPS', async () => {
  const twice = await send(gateway.port, {
    path: '/api/tasks',
    headers: { cookie: `${goodCookie}; ${goodCookie}` },
  })
  expect(twice.status).toBe(200)
  const cookie = `atrium.session_token=bad; __Secure-atrium.session_token=good2`
  expect((await send(gateway.port, { path: '/api/tasks', headers: { cookie } })).status).toBe(200)
  expect(gateway.asked.map(({ sessionCookie }) => sessionCookie)).toEqual(['good', 'good2'])
})

test('asks identity on every request, so that a revoked credential fails at once', async () => {
  for (let round = 0; round < 3; round += 1)
    await send(gateway.port, { path: '/api/tasks', headers: { cookie: goodCookie } })
  expect(gateway.asked.length).toBe(3)
})

test('responds with 503 only to requests with a credential while identity is down', async () => {
  const own = await startTestGateway({ identityAnswers: false })
  try {
    const answer = await send(own.port, { path: '/api/tasks', headers: { cookie: goodCookie } })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json()).toMatchObject({ code: 'unavailable' })
    expect((await send(own.port, { path: '/api/assets/org_1/pub/x' })).status).toBe(200)
  } finally {
    await own.stop()
  }
})

describe('state-changing request with a session', () => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE']
  test.each([
    ['a client', 'https://app.example.com'],
    ["the API's address", 'https://api.example.com'],
    ['the address of sign-in', 'https://auth.example.com'],
  ])('allows a state-changing request if it comes from %s', async (_name, from) => {
    for (const method of methods) {
      for (const path of ['/api/tasks', '/api/auth/sign-out']) {
        const answer = await send(gateway.port, {
          method,
          path,
          headers: { cookie: goodCookie, origin: from },
        })
        expect(answer.status, `${method} ${path}`).toBe(200)
      }
    }
  })

  test('allows a state-changing request if it comes from the requested host', async () => {
    const from = `http://127.0.0.1:${gateway.port}`
    const answer = await send(gateway.port, {
      method: 'POST',
      path: '/api/tasks',
      headers: { cookie: goodCookie, origin: from },
    })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['no origin', {}],
    ['an opaque origin', { origin: 'null' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an origin that begins like a client', { origin: 'https://app.example.com.evil.example' }],
    ["a client's host without TLS", { origin: 'http://app.example.com' }],
    ["a client's host on another port", { origin: 'https://app.example.com:8443' }],
    ['a referrer in place of an origin', { referer: 'https://app.example.com/' }],
    ['no origin in words', { origin: '' }],
    ['an origin that is none', { origin: 'app.example.com' }],
  ])(
    'rejects a state-changing request with 403 before any service if it has %s',
    async (_name, headers) => {
      for (const method of methods) {
        for (const path of ['/api/tasks', '/api/auth/sign-out', '/api/me']) {
          const answer = await send(gateway.port, {
            method,
            path,
            headers: { cookie: goodCookie, ...headers },
          })
          expect(answer.status, `${method} ${path}`).toBe(403)
          expect(answer.json()).toMatchObject({ code: 'forbidden' })
        }
      }
      expect([...gateway.board.received, ...gateway.identity.received]).toEqual([])
    },
  )

  test('allows a request from any origin if it only reads, has an API key or has no session', async () => {
    const evil = { origin: 'https://evil.example' }
    const fine = [
      { path: '/api/tasks', headers: { ...evil, cookie: goodCookie } },
      { method: 'HEAD', path: '/api/tasks', headers: { ...evil, cookie: goodCookie } },
      { method: 'POST', path: '/api/tasks', headers: { ...evil, 'x-api-key': goodKey } },
      { method: 'POST', path: '/api/tasks', headers: { 'x-api-key': goodKey } },
      { method: 'POST', path: '/api/public/quotes', headers: evil },
      { method: 'POST', path: '/api/auth/sign-in/email', headers: { cookie: 'theme=dark' } },
    ]
    for (const sent of fine) expect((await send(gateway.port, sent)).status).toBe(200)
  })

  test("cannot bypass the rule on identity's routes with an ignored API key", async () => {
    const headers = { cookie: goodCookie, 'x-api-key': 'anything' }
    const answer = await send(gateway.port, { method: 'POST', path: '/api/auth/sign-out', headers })
    expect(answer.status).toBe(403)
  })
})

test('forwards a signed webhook byte by byte without requiring an origin', async () => {
  const own = await startTestGateway({ overrides: { INVOICING_SERVICE_URL: gateway.board.url } })
  try {
    const body = '{"id" :  "evt_1"}\r\n'
    const headers = {
      cookie: goodCookie,
      'stripe-signature': 't=1,v1=x',
      'content-type': 'application/json',
    }
    for (const area of ['invoicing', 'offers', 'connect']) {
      const path = `/api/${area}/webhooks/payments`
      expect((await send(own.port, { method: 'POST', path, headers, body })).status).toBe(200)
      expect(gateway.board.last()).toMatchObject({ url: path, body })
      expect(gateway.board.last().headers['stripe-signature']).toBe('t=1,v1=x')
      const large = await send(own.port, {
        method: 'POST',
        path,
        headers,
        body: 'x'.repeat(1_048_577),
      })
      expect(large.status).toBe(413)
    }
    expect(own.asked).toEqual([])
  } finally {
    await own.stop()
  }
})
