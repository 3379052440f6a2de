import type { Principal } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { goodCookie, goodKey, startTestGateway, type TestGateway } from '../../test/harness.ts'
import { type Answer, type Sent, send } from '../../test/send.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway({
    overrides: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterEach(() => gateway?.stop())

/**
 * Sends the same request many times, sixteen at once, and returns the number of responses by
 * status.
 */
async function hammer(
  times: number,
  sent: Sent,
  port = gateway.port,
): Promise<Record<number, number>> {
  const seen: Record<number, number> = {}
  let left = times
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const { status } = await send(port, sent)
      seen[status] = (seen[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  return seen
}
const from = (address: string, sent: Sent): Sent => ({
  ...sent,
  headers: { ...sent.headers, 'x-forwarded-for': address },
})

function expectRefusal(answer: Answer): void {
  expect(answer.status).toBe(429)
  const wait = Number(answer.headers['retry-after'])
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(120)
  expect(answer.json()).toMatchObject({ code: 'rate_limited', status: 429 })
}

test('allows an anonymous address 120 requests a minute without affecting other addresses', async () => {
  const sent = from('203.0.113.7', { path: '/api/tasks' })
  expect(await hammer(130, sent)).toEqual({ 200: 120, 429: 10 })
  expectRefusal(await send(gateway.port, sent))
  for (const path of [
    '/api/config',
    '/api/nothing',
    '/api/auth-providers',
    '/api/auth/get-session',
  ])
    expectRefusal(await send(gateway.port, from('203.0.113.7', { path })))
  expect((await send(gateway.port, from('203.0.113.8', { path: '/api/tasks' }))).status).toBe(200)
})

test('counts an IPv6 client by its /64', async () => {
  const addresses = (index: number) => `2001:db8:1:2:${index.toString(16)}::${index.toString(16)}`
  let refused = 0
  for (let index = 1; index <= 125; index += 1) {
    const { status } = await send(gateway.port, from(addresses(index), { path: '/api/tasks' }))
    if (status === 429) refused += 1
  }
  expect(refused).toBe(5)
  expect((await send(gateway.port, from('2001:db8:1:3::1', { path: '/api/tasks' }))).status).toBe(
    200,
  )
})

test('allows a user 600 requests a minute over all addresses, with separate limits for keys and addresses', async () => {
  const one = { path: '/api/tasks', headers: { cookie: goodCookie } }
  const first = await hammer(400, from('203.0.113.1', one))
  const second = await hammer(210, from('203.0.113.2', one))
  expect([first, second]).toEqual([{ 200: 400 }, { 200: 200, 429: 10 }])
  for (const headers of [{ 'x-api-key': goodKey }, { cookie: `${goodCookie}2` }, {}]) {
    const answer = await send(gateway.port, from('203.0.113.1', { path: '/api/tasks', headers }))
    expect(answer.status).toBe(200)
  }
})

test("counts the MCP service's calls for the grant, and forged ones as anonymous", async () => {
  const principal: Principal = {
    userId: 'usr_1',
    orgId: 'org_1',
    role: 'owner',
    isAdmin: false,
    via: 'mcp',
    credentialId: 'grt_1',
    scopes: ['read'],
  }
  const toToken = (credentialId: string) =>
    gateway.tokens('assistant').sign({ ...principal, credentialId })
  const headers = { 'x-atrium-assistant': await toToken('grt_1') }
  expect(await hammer(610, from('203.0.113.1', { path: '/api/tasks', headers }))).toEqual({
    200: 600,
    429: 10,
  })
  for (const other of [{ 'x-atrium-assistant': await toToken('grt_2') }, { cookie: goodCookie }]) {
    const sent = from('203.0.113.1', {
      path: '/api/tasks',
      headers: other as Record<string, string>,
    })
    expect((await send(gateway.port, sent)).status).toBe(200)
  }
  const forged = from('203.0.113.2', {
    path: '/api/tasks',
    headers: { 'x-atrium-assistant': 'rubbish' },
  })
  expect(await hammer(130, forged)).toEqual({ 401: 120, 429: 10 })
})

test("counts a signed-in user on identity's routes apart from the network's anonymous requests", async () => {
  const list = { path: '/api/auth/organization/list' }
  expect(await hammer(130, from('203.0.113.9', list))).toEqual({ 200: 120, 429: 10 })
  const signedIn = from('203.0.113.9', { ...list, headers: { cookie: `${goodCookie}4` } })
  const answer = await send(gateway.port, signedIn)
  expect(answer.status).toBe(200)
  expect(answer.headers['ratelimit']).toMatch(/^"principal";r=599;/)
  for (const cookie of [
    'atrium.session_token=bad',
    'atrium.session_token=',
    'atrium.session_token=a b',
  ]) {
    expectRefusal(await send(gateway.port, from('203.0.113.9', { ...list, headers: { cookie } })))
  }
  const foreign = {
    ...signedIn,
    method: 'POST',
    headers: { ...signedIn.headers, origin: 'https://evil.example' },
  }
  expect((await send(gateway.port, foreign)).status).toBe(403)
})

test('allows an address 10 sign-in attempts a minute', async () => {
  const sent = from('203.0.113.3', { method: 'POST', path: '/api/auth/sign-in/email', body: '{}' })
  expect(await hammer(15, sent)).toEqual({ 200: 10, 429: 5 })
  expectRefusal(await send(gateway.port, { ...sent, path: '/api/auth/sign-up/email' }))
  expectRefusal(await send(gateway.port, { ...sent, path: '/api/auth/sign-%69n/email' }))
  expect(
    (await send(gateway.port, { ...sent, method: 'GET', path: '/api/auth/get-session' })).status,
  ).toBe(200)
})

test('counts guessed credentials for the address', async () => {
  const sent = from('203.0.113.4', { path: '/api/me', headers: { 'x-api-key': 'atr_guess' } })
  expect(await hammer(130, sent)).toEqual({ 401: 120, 429: 10 })
})

test('does not count public asset reads, signed webhooks and health checks', async () => {
  const own = await startTestGateway({
    overrides: { RATE_LIMITS: 'on', INVOICING_SERVICE_URL: gateway.board.url },
  })
  try {
    const webhook = { method: 'POST', path: '/api/invoicing/webhooks/payments', body: '{}' }
    expect(await hammer(130, { path: '/api/assets/org_1/pub/x.png' }, own.port)).toEqual({
      200: 130,
    })
    expect(await hammer(130, webhook, own.port)).toEqual({ 200: 130 })
    expect(await hammer(130, { path: '/api/health' }, own.port)).toEqual({ 200: 130 })
    expect(await hammer(130, { path: '/api/assets/org_1/priv/x.png' }, own.port)).toEqual({
      200: 120,
      429: 10,
    })
  } finally {
    await own.stop()
  }
})

test('says in the response how many requests are left', async () => {
  const sent = from('203.0.113.5', { path: '/api/tasks' })
  const first = await send(gateway.port, sent)
  expect(first.headers['ratelimit-policy']).toBe('"address";q=120;w=60')
  expect(first.headers['ratelimit']).toMatch(/^"address";r=119;t=\d+$/)
  const second = await send(gateway.port, sent)
  expect(second.headers['ratelimit']).toMatch(/r=118;/)
  const session = await send(gateway.port, { path: '/api/tasks', headers: { cookie: goodCookie } })
  expect(session.headers['ratelimit']).toMatch(/^"principal";r=599;/)
})

test('counts across replicas', async () => {
  const replica = await gateway.startReplica()
  const sent = from('203.0.113.6', { path: '/api/tasks' })
  expect(await hammer(100, sent)).toEqual({ 200: 100 })
  await eventually(async () => {
    const { headers } = await send(replica.port, from('203.0.113.60', sent))
    expect(headers['ratelimit']).toBeDefined()
    const other = await send(replica.port, sent)
    expect(other.headers['ratelimit']).toMatch(/r=1?\d;/)
  })
  const further = await hammer(60, sent, replica.port)
  expect(further[200] ?? 0).toBeLessThanOrEqual(20)
  expect(further[429] ?? 0).toBeGreaterThanOrEqual(40)
})

test('stays within the documented overshoot when two replicas are under load', async () => {
  const replica = await gateway.startReplica()
  const sent = { path: '/api/tasks', headers: { cookie: `${goodCookie}3` } }
  const [here, there] = await Promise.all([hammer(500, sent), hammer(500, sent, replica.port)])
  const admitted = (here[200] ?? 0) + (there[200] ?? 0)
  expect(admitted).toBeGreaterThanOrEqual(600)
  expect(admitted).toBeLessThanOrEqual(600 * 1.05 + 2 * 16)
})

test('ignores a forged address if the peer is no trusted proxy', async () => {
  const own = await startTestGateway({ overrides: { RATE_LIMITS: 'on' } })
  try {
    let refused = 0
    for (let index = 0; index < 125; index += 1) {
      const { status } = await send(own.port, from(`198.51.100.${index}`, { path: '/api/tasks' }))
      if (status === 429) refused += 1
    }
    expect(refused).toBe(5)
  } finally {
    await own.stop()
  }
})

test('counts nothing if the limits are off', async () => {
  const own = await startTestGateway()
  try {
    expect(await hammer(150, { path: '/api/tasks' }, own.port)).toEqual({ 200: 150 })
    expect((await send(own.port, { path: '/api/tasks' })).headers).not.toHaveProperty('ratelimit')
  } finally {
    await own.stop()
  }
})

test('hides the rate limit in the 404 of asset keys, because only some keys are counted', async () => {
  gateway.assets.handle((_, response) => response.writeHead(404, { 'content-length': 2 }).end('no'))
  const keys = [
    'org_1/priv/a.png',
    'org_1/pub/a.png',
    'org_1/a.png',
    'a.png',
    'usage/pub/a.png',
    '',
  ]
  const answers = await Promise.all(
    keys.flatMap((key) =>
      [undefined, goodCookie].map((cookie) =>
        send(gateway.port, {
          path: `/api/assets/${key}`,
          headers: cookie === undefined ? {} : { cookie },
        }),
      ),
    ),
  )
  const seen = answers.map(({ status, headers }) => {
    const { date: _date, 'x-request-id': _id, ...same } = headers
    return JSON.stringify([status, same])
  })
  expect(new Set(seen).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 404 })
  expect(Object.keys(answers[0]?.headers ?? {})).not.toContain('ratelimit')
})
