import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { type Hook, type HookWorld, hooked, hookWorld, post } from './hook-world.ts'
import { pass } from './recorded-run.ts'

let harness: Harness
let caller: Caller
let world: HookWorld
beforeAll(async () => {
  harness = await startHarness([pass])
  caller = harness.caller()
  world = hookWorld(harness, caller)
})
afterAll(() => harness.stop())

const signed = (text: string, encoding: 'hex' | 'base64', key: string | Buffer = 'shop secret') =>
  createHmac('sha256', key).update(text).digest(encoding)
const sendSigned = (url: string, headers: Record<string, string>, body = '{"a":1}') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

it('accepts a call only if its HMAC is right', async () => {
  const usual = await world.startWith({ signature: { kind: 'hmac_sha256', secret: 'shop secret' } })
  const named = await world.startWith({
    signature: { kind: 'hmac_sha256', secret: 'shop secret', header: 'X-Own' },
  })
  const hex = signed('{"a":1}', 'hex')
  const base64 = signed('{"a":1}', 'base64')
  const readStatus = async (...sent: Parameters<typeof sendSigned>) =>
    (await sendSigned(...sent)).status
  expect(await readStatus(usual.url, { 'x-hub-signature-256': `sha256=${hex}` })).toBe(202)
  expect(await readStatus(usual.url, { 'x-shopify-hmac-sha256': base64 })).toBe(202)
  expect(await readStatus(named.url, { 'x-own': hex })).toBe(202)
  expect(await readStatus(named.url, { 'x-signature': hex })).toBe(401)
  expect(await readStatus(usual.url, {})).toBe(401)
  expect(await readStatus(usual.url, { 'x-signature': hex }, '{"a":2}')).toBe(401)
})

it('accepts a Standard Webhooks call only if it is signed and recent', async () => {
  const key = Buffer.from('a key of the sender')
  const { url } = await world.startWith({
    signature: { kind: 'standard', secret: `whsec_${key.toString('base64')}` },
  })
  const headersAt = (seconds: number) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,x v1,${signed(`msg_1.${seconds}.{"a":1}`, 'base64', key)}`,
  })
  const now = Math.floor(Date.now() / 1_000)
  expect((await sendSigned(url, headersAt(now))).status).toBe(202)
  expect((await sendSigned(url, headersAt(now - 600))).status).toBe(401)
  expect((await sendSigned(url, { ...headersAt(now), 'webhook-id': 'msg_2' })).status).toBe(401)
})

it('uses a secret that is not base64 as the key itself and refuses an empty key', async () => {
  const secret = 'x=a secret of the sender'
  const { url } = await world.startWith({ signature: { kind: 'standard', secret } })
  const now = Math.floor(Date.now() / 1_000)
  const headersBy = (key: string) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(now),
    'webhook-signature': `v1,${signed(`msg_1.${now}.{"a":1}`, 'base64', key)}`,
  })
  expect((await sendSigned(url, headersBy(''))).status).toBe(401)
  expect((await sendSigned(url, headersBy(secret))).status).toBe(202)
})

it('accepts a call only if user and password are right, and keeps both out of the item', async () => {
  const { id, url } = await world.startWith({
    signature: { kind: 'basic', user: 'shop', secret: 'pass:word' },
  })
  const basic = (pair: string) => ({
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
  })
  for (const pair of ['shop:wrong', 'other:pass:word', 'shop', '']) {
    expect((await sendSigned(url, basic(pair))).status).toBe(401)
  }
  const answer = await sendSigned(url, basic('shop:pass:word'))
  expect(answer.status).toBe(202)
  expect(await world.itemOfRun(id, answer)).not.toHaveProperty('headers.authorization')
})

it('hides a saved signature secret and keeps it when the workflow is changed, copied or restored', async () => {
  const params = { signature: { kind: 'hmac_sha256', secret: 'shop secret' } }
  const { id, url } = await world.startWith(params)
  const path = `/api/workflows/${id}`
  const shown = await caller.call<{ graph: { nodes: unknown[] } }>('GET', path)
  const version = await caller.call('GET', `${path}/versions/1`)
  expect(JSON.stringify([shown.body, version.body])).not.toContain('shop secret')
  const { rows } = await sql<{ text: string }>`
    select h::text as text from hook_secrets h union all select graph::text from workflows`.execute(
    harness.db,
  )
  expect(rows.filter(({ text }) => text.includes('shop secret'))).toEqual([])
  expect(
    (await caller.call('PATCH', path, { graph: shown.body.graph, name: 'Renamed' })).status,
  ).toBe(200)
  const headers = { 'x-signature': signed('{"a":1}', 'hex') }
  expect((await sendSigned(url, headers)).status).toBe(202)
  // A secret reference is valid in its own organisation only.
  const stranger = harness.caller()
  const copied = await stranger.create(shown.body.graph)
  await stranger.call('PATCH', `/api/workflows/${copied}`, { active: true })
  const { body } = await stranger.call<Hook>('POST', `/api/workflows/${copied}/hook`)
  const foreign = `${harness.service.url}/api/public/hooks/${body.url.split('/api/public/hooks/')[1]}`
  expect((await sendSigned(foreign, headers)).status).toBe(401)
})

it('refuses all calls if a signature is required but its secret cannot be read', async () => {
  const { id, url } = await world.startWith({
    signature: { kind: 'hmac_sha256', secret: 'shop secret' },
  })
  const broken = graph(
    [node('hook', 'trigger.webhook', { signature: { kind: 'none' } }), node('next', 'pass')],
    [edge('hook', 'next')],
  )
  expect((await caller.call('PATCH', `/api/workflows/${id}`, { graph: broken })).status).toBe(200)
  expect((await post(url, '{}')).status).toBe(401)
})

it('limits unsigned calls of one network with 429 and still accepts signed calls', async () => {
  const { url } = await world.startWith({
    signature: { kind: 'hmac_sha256', secret: 'shop secret' },
  })
  const from = (network: string, signature: string) =>
    sendSigned(url, { 'x-forwarded-for': network, 'x-signature': signature })
  const wrong = signed('{"a":2}', 'hex')
  const statuses = []
  for (let call = 0; call < 25; call += 1) statuses.push((await from('203.0.113.9', wrong)).status)
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401))
  expect(statuses.slice(20)).toContain(429)
  const limited = await from('203.0.113.9', wrong)
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await from('203.0.113.9', signed('{"a":1}', 'hex'))).status).toBe(202)
  expect((await from('203.0.113.10', wrong)).status).toBe(401)
  const other = await world.startWith({ signature: { kind: 'hmac_sha256', secret: 'shop secret' } })
  expect((await sendSigned(other.url, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401)
})

it('limits calls of one network whose bodies do not end, and still accepts signed calls', async () => {
  const { url } = await world.startWith({
    signature: { kind: 'hmac_sha256', secret: 'shop secret' },
  })
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-signature': signed('{"a":1}', 'hex') }
  const ended = new AbortController()
  const open = Array.from({ length: 25 }, async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1_000)),
    })
    const init = { method: 'POST', body, headers, duplex: 'half', signal: ended.signal }
    return (await fetch(url, init as RequestInit)).status
  })
  // Calls within the limit wait for their bodies. Further calls may not wait for long.
  expect(await Promise.any(open)).toBe(429)
  expect((await sendSigned(url, headers)).status).toBe(202)
  ended.abort()
  await Promise.allSettled(open)
})

it('accepts all signed calls of one network when many arrive at once', async () => {
  const { url } = await world.startWith({
    signature: { kind: 'hmac_sha256', secret: 'shop secret' },
  })
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-signature': signed('{"a":1}', 'hex') }
  const calls = Array.from({ length: 60 }, async () => (await sendSigned(url, headers)).status)
  expect(new Set(await Promise.all(calls))).toEqual(new Set([202]))
})

it.each([
  ['hmac_sha256', {}],
  ['hmac_sha256', { 'x-signature': 'abc' }],
  ['standard', { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }],
  ['basic', { authorization: 'Basic eDp5' }],
])(
  'does not wait for a body when the headers cannot belong to a call signed by %s',
  async (kind, headers) => {
    const { url } = await world.startWith({ signature: { kind, secret: 'shop secret' } })
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1_000)),
    })
    // The body never ends, so a response can arrive only if the service does not wait for the body.
    const ended = new AbortController()
    const init = {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
      signal: ended.signal,
    } as RequestInit
    expect((await fetch(url, init)).status).toBe(401)
    ended.abort()
  },
)

it('deletes a signature secret with its workflow, unless a copy still uses the secret', async () => {
  const { id } = await world.startWith({
    signature: { kind: 'hmac_sha256', secret: 'shop secret' },
  })
  const path = `/api/workflows/${id}`
  const { body } = await caller.call<{ graph: unknown }>('GET', path)
  const [reference = ''] = /hsec_[0-9a-f]{32}/.exec(JSON.stringify(body.graph)) ?? []
  const isKept = async () =>
    (await harness.db.selectFrom('hook_secrets').select('id').where('id', '=', reference).execute())
      .length === 1
  expect(await isKept()).toBe(true)
  const copy = await caller.create(body.graph)
  expect((await caller.call('PATCH', path, { graph: hooked('at_once') })).status).toBe(200)
  expect((await caller.call('DELETE', path)).status).toBe(204)
  expect(await isKept()).toBe(true)
  expect((await caller.call('DELETE', `/api/workflows/${copy}`)).status).toBe(204)
  expect(await isKept()).toBe(false)
})
