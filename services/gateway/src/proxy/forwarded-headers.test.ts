import { afterAll, beforeEach, expect, test } from 'vitest'
import { goodCookie, goodKey, startTestGateway, user } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const gateway = await startTestGateway()
afterAll(() => gateway?.stop())
beforeEach(() => {
  for (const service of [gateway.identity, gateway.assets, gateway.board]) service.reset()
})

test.each([
  '/api/tasks',
  '/api/me',
  '/api/auth/get-session',
  '/api/assets/usage',
  '/api/assets/org_1/pub/x',
])('drops forged principals, forwarding and other internal headers on %s', async (path) => {
  const forged = await gateway.tokens().sign({ ...user, userId: 'usr_forged', isAdmin: true })
  await send(gateway.port, {
    path,
    headers: {
      'x-atrium-principal': forged,
      'X-ATRIUM-Principal': forged,
      'x-atrium-anything': '1',
      forwarded: 'for=10.9.9.9',
      'x-forwarded-for': '10.9.9.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '1',
      'x-real-ip': '10.9.9.9',
      'true-client-ip': '10.9.9.9',
      'x-original-url': '/api/orgs/x',
      connection: 'keep-alive, x-request-id',
    },
  })
  const service = [gateway.board, gateway.identity, gateway.assets].find(
    ({ received }) => received.length > 0,
  )
  if (service === undefined) throw new Error('the request reached no service')
  const { headers, rawHeaders } = service.last()
  expect(headers['x-atrium-principal']).toBeUndefined()
  expect(rawHeaders.join('\n')).not.toMatch(
    /10\.9\.9\.9|evil\.example|usr_forged|x-atrium|x-original-url/i,
  )
  expect(rawHeaders).not.toContain(forged)
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers['x-forwarded-proto']).toBe('http')
  expect(headers['x-forwarded-host']).toBe(`127.0.0.1:${gateway.port}`)
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test("replaces a forged principal with the session's own", async () => {
  const forged = await gateway.tokens().sign({ ...user, userId: 'usr_forged' })
  await send(gateway.port, {
    path: '/api/tasks',
    headers: { cookie: goodCookie, 'x-atrium-principal': forged },
  })
  const token = gateway.board.last().headers['x-atrium-principal']
  expect(await gateway.tokens().verify(String(token))).toEqual({ ...user, userId: 'usr_good' })
})

test('forwards an anonymous request without a principal', async () => {
  await send(gateway.port, { path: '/api/tasks' })
  expect(gateway.board.last().headers).not.toHaveProperty('x-atrium-principal')
})

test('hides the session cookie and the API key from every service but identity', async () => {
  const cookie = `theme=dark; ${goodCookie}; __Secure-atrium.session_data=x; a=b=c`
  await send(gateway.port, { path: '/api/tasks', headers: { cookie } })
  expect(gateway.board.last().headers.cookie).toBe('theme=dark; a=b=c')
  await send(gateway.port, {
    path: '/api/tasks',
    headers: { cookie: goodCookie, 'x-api-key': goodKey },
  })
  expect(gateway.board.last().headers).not.toHaveProperty('cookie')
  expect(gateway.board.last().headers).not.toHaveProperty('x-api-key')
})

test('forwards credentials to identity unchanged', async () => {
  const cookie = `theme=dark; ${goodCookie}`
  await send(gateway.port, {
    path: '/api/auth/get-session',
    headers: { cookie, 'x-api-key': 'anything' },
  })
  expect(gateway.identity.last().headers).toMatchObject({ cookie, 'x-api-key': 'anything' })
})

test('drops connection headers and forwards all others, even repeated ones', async () => {
  await send(gateway.port, {
    path: '/api/tasks',
    headers: {
      connection: 'keep-alive, x-mine',
      'x-mine': '1',
      'keep-alive': 'timeout=9',
      te: 'trailers',
      upgrade: 'h2c',
      'proxy-authorization': 'Basic x',
      'x-other': ['one', 'two'],
      'accept-language': 'de',
      'if-none-match': '"x"',
    },
  })
  const { headers, rawHeaders } = gateway.board.last()
  for (const name of ['x-mine', 'te', 'upgrade', 'proxy-authorization', 'keep-alive', 'expect'])
    expect(headers).not.toHaveProperty(name)
  expect(rawHeaders.filter((_, index) => rawHeaders[index - 1] === 'x-other')).toEqual([
    'one',
    'two',
  ])
  expect(headers).toMatchObject({ 'accept-language': 'de', 'if-none-match': '"x"' })
})

test('keeps a harmless request id and replaces any other', async () => {
  const kept = await send(gateway.port, {
    path: '/api/tasks',
    headers: { 'x-request-id': 'mine-1.2_3' },
  })
  expect(kept.headers['x-request-id']).toBe('mine-1.2_3')
  expect(gateway.board.last().headers['x-request-id']).toBe('mine-1.2_3')
  for (const bad of ['<script>', 'a b', 'x'.repeat(129), '']) {
    const replaced = await send(gateway.port, {
      path: '/api/tasks',
      headers: { 'x-request-id': bad },
    })
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(gateway.board.last().headers['x-request-id']).toBe(replaced.headers['x-request-id'])
  }
})

test("continues the caller's trace in the service", async () => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${trace}-b7ad6b7169203331-01`
  await send(gateway.port, { path: '/api/tasks', headers: { traceparent } })
  const forwarded = String(gateway.board.last().headers['traceparent'])
  expect(forwarded).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))
  expect(forwarded).not.toBe(traceparent)
})
