import { commonErrors, FindPublicDomain } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { goodCookie, goodKey, startTestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const owners = new Map([['shop.example', { orgId: 'org_1', slug: 'acme' }]])
const lookedUp: string[] = []
let isAway = false
const rpc = [
  rpcHandler(FindPublicDomain, async ({ host }) => {
    lookedUp.push(host)
    if (isAway) throw commonErrors.unavailable()
    return { org: owners.get(host) ?? null }
  }),
]
const gateway = await startTestGateway({ rpc })
afterAll(() => gateway?.stop())
beforeEach(() => {
  for (const service of [gateway.identity, gateway.assets, gateway.board]) service.reset()
})

const ask = (path: string, { host = 'shop.example', method = 'GET', headers = {} } = {}) =>
  send(gateway.port, { method, path, headers: { host, ...headers } })

test.each([
  ['/p/acme/pages/home', '/p/acme/pages/home', 'board'],
  ['/pages/home?a=1', '/p/acme/pages/home?a=1', 'board'],
  ['/api/assets/org_1/pub/a.png?w=160', '/api/assets/org_1/pub/a.png?w=160', 'assets'],
] as const)('serves %s at the domain of the organisation', async (path, forwarded, name) => {
  const answer = await ask(path, { host: 'SHOP.example:443' })
  expect(answer.status).toBe(200)
  expect(gateway[name].last()).toMatchObject({ method: 'GET', url: forwarded })
  expect(gateway[name].last()?.headers['x-atrium-public-origin']).toBe('http://shop.example:443')
})

test.each([
  '/p/quay/pages/home',
  '/p/acme2/pages/home',
  '/p/acme/../quay/pages/home',
  '/p/acme%2f..%2fquay/pages/home',
  '/p',
  '/api/me',
  '/api/tasks',
  '/api/health',
  '/api/assets/org_2/pub/a.png',
  '/api/assets/org_1/priv/a.png',
  '/api/assets/org_1/pub/../priv/a.png',
  '/api/public/sites/home',
  '/api/auth/get-session',
  '/.well-known/oauth-protected-resource',
])('does not serve %s at the domain of the organisation', async (path) => {
  expect((await ask(path, { headers: { cookie: goodCookie } })).status).toBe(404)
  for (const service of [gateway.identity, gateway.assets, gateway.board])
    expect(service.received).toEqual([])
})

test.each(['shop.example.', 'SHOP.example.:443'])(
  'serves only the public pages when the name is written as %s',
  async (host) => {
    expect((await ask('/pages/home', { host })).status).toBe(200)
    expect(gateway.board.last()?.url).toBe('/p/acme/pages/home')
    gateway.board.reset()
    expect((await ask('/api/tasks', { host, headers: { cookie: goodCookie } })).status).toBe(404)
    expect(gateway.board.received).toEqual([])
  },
)

test('forwards no credential from the domain of an organisation', async () => {
  const headers = {
    cookie: goodCookie,
    authorization: `Bearer ${goodKey}`,
    'x-api-key': goodKey,
    'x-atrium-public-origin': 'https://evil.example',
  }
  const before = gateway.asked.length
  expect((await ask('/api/public/quotes', { method: 'POST', headers })).status).toBe(200)
  const sent = gateway.board.last()?.headers ?? {}
  expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['cookie']))
  expect(sent['authorization']).toBeUndefined()
  expect(sent['x-api-key']).toBeUndefined()
  expect(sent['x-atrium-principal']).toBeUndefined()
  expect(sent['x-atrium-public-origin']).toBe('http://shop.example')
  expect(gateway.asked).toHaveLength(before)
})

test('serves the platform as before at unknown names, and drops a client’s own origin header', async () => {
  const headers = { cookie: goodCookie, 'x-atrium-public-origin': 'https://evil.example' }
  const answer = await ask('/api/tasks', { host: 'unknown.example', headers })
  expect(answer.status).toBe(200)
  expect(gateway.board.last()?.headers['x-atrium-public-origin']).toBeUndefined()
})

test('stops serving a domain within a moment when its organisation changes its settings', async () => {
  owners.set('gone.example', { orgId: 'org_1', slug: 'acme' })
  expect((await ask('/pages/home', { host: 'gone.example' })).status).toBe(200)
  owners.delete('gone.example')
  const { bus } = gateway
  const event = {
    id: 'evt_1',
    type: 'settings.changed',
    orgId: 'org_1',
    occurredAt: new Date().toISOString(),
    data: { orgId: 'org_1', userId: 'usr_1' },
  }
  await bus.js.publish(bus.subject('events.org_1.settings.changed'), JSON.stringify(event))
  await eventually(async () => {
    gateway.board.reset()
    await ask('/pages/home', { host: 'gone.example' })
    expect(gateway.board.received).toEqual([])
  })
})

test('keeps serving a known domain when identity does not respond', async () => {
  expect((await ask('/pages/home')).status).toBe(200)
  isAway = true
  lookedUp.splice(0)
  try {
    await eventually(async () => {
      gateway.board.reset()
      expect((await ask('/pages/home', { headers: { cookie: goodCookie } })).status).toBe(200)
      expect(gateway.board.last()?.url).toBe('/p/acme/pages/home')
      expect(lookedUp).toContain('shop.example')
    }, 10_000)
    expect((await ask('/api/tasks', { headers: { cookie: goodCookie } })).status).toBe(404)
  } finally {
    isAway = false
  }
}, 15_000)

test('counts look-ups of new names, also on routes without a limit, and concurrent ones once', async () => {
  const own = await startTestGateway({ overrides: { RATE_LIMITS: 'on' }, rpc })
  try {
    const read = async (host: string) =>
      (await send(own.port, { path: '/api/health', headers: { host } })).status
    lookedUp.splice(0)
    const rush = await Promise.all(Array.from({ length: 20 }, () => read('rush.example')))
    expect(new Set(rush)).toEqual(new Set([200]))
    expect(lookedUp).toEqual(['rush.example'])
    const statuses: number[] = []
    for (let index = 0; index < 130; index += 1) statuses.push(await read(`n${index}.example`))
    expect(statuses.filter((status) => status === 429)).toHaveLength(11)
    expect(lookedUp).toHaveLength(120)
    expect(await read('127.0.0.1')).toBe(200)
  } finally {
    await own.stop()
  }
})
