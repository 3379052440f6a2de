import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness, toLocation } from './harness.ts'
import { buildPoster } from './network-posts.ts'

// A graph API that responds only to the exact calls a test names, including fields. It refuses
// every other call as the network does.
type Reply = { status?: number; headers?: Record<string, string>; body: unknown }
const replies = new Map<string, Reply>()
const asked: string[] = []
let server: Server
let harness: Harness
let person: Caller

const unsupported = { message: 'Unsupported request', type: 'GraphMethodException', code: 100 }
const listing = 'GET /me/accounts?id,name,access_token,category,tasks,picture{url}'
const pageToken = 'page-token-of-this-test'
const debugged = (data: object) => replies.set('GET /debug_token', { body: { data } })

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://network')
    const fields = searchParams.has('fields') ? `?${searchParams.get('fields')}` : ''
    const call = `${request.method} ${pathname}${fields}`
    asked.push(call)
    const reply = replies.get(call) ?? { status: 400, body: { error: unsupported } }
    response.writeHead(reply.status ?? 200, {
      'content-type': 'application/json',
      ...reply.headers,
    })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  harness = await startHarness({
    env: {
      PAGENET_TOKEN_URL: `${origin}/token`,
      PAGENET_API_URL: origin,
      PAGENET_PAGE_ID: '77',
      PHOTONET_CLIENT_ID: 'photos',
      PHOTONET_CLIENT_SECRET: 'the-secret-of-photos',
      PHOTONET_TOKEN_URL: `${origin}/token`,
      PHOTONET_API_URL: origin,
    },
  })
})
afterAll(async () => {
  await harness?.stop()
  server?.close()
})
beforeEach(() => {
  replies.clear()
  replies.set('GET /token', {
    body: { access_token: 'user-token-of-this-test', token_type: 'bearer' },
  })
  replies.set(listing, { body: { data: [] } })
  asked.splice(0)
  person = harness.person()
})

async function connect(network = 'pagenet'): Promise<Record<string, string>> {
  const dialog = toLocation(await person('GET', `/api/connect/${network}/start`))
  const state = dialog.searchParams.get('state')
  const back = await person('GET', `/api/connect/${network}/callback?code=the-code&state=${state}`)
  return Object.fromEntries(toLocation(back).searchParams)
}
const paste = () => person('POST', '/api/connect/pagenet/manual', { token: pageToken })

test("keeps the network's message for every subcode of a refused token", async () => {
  const error = {
    message: 'Error validating access token: it is over',
    code: 190,
    error_subcode: 460,
  }
  replies.set(listing, { status: 400, body: { error } })
  const { status, body } = await paste()
  expect([status, body['code']]).toEqual([422, 'token_rejected'])
  expect(body['detail']).toContain('Error validating access token: it is over')
})

test('lists Pages without pictures if the network refuses the field', async () => {
  replies.delete(listing)
  const data = [{ id: '88', name: 'Quay', access_token: pageToken }]
  replies.set('GET /me/accounts?id,name,access_token,category,tasks', { body: { data } })
  expect(await connect()).toEqual({ connected: expect.any(String) })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([{ name: 'Quay' }])
})

test('connects the configured Page by its token even if its name cannot be read', async () => {
  replies.set('GET /77?access_token', { body: { access_token: pageToken, id: '77' } })
  expect(await connect()).toEqual({ connected: expect.any(String) })
  const { body } = await person('GET', '/api/connectors')
  expect(body['items']).toMatchObject([{ uri: 'social://77@facebook.com', name: 'Page' }])
  replies.set('GET /77?id,name,picture{url}', { body: { id: '77', name: 'Night Market' } })
  const other = harness.person()
  person = other
  await connect()
  expect((await other('GET', '/api/connectors')).body['items']).toMatchObject([
    { name: 'Night Market' },
  ])
})

test("reads the token's facts as the app if there are no Pages and the token may not read them", async () => {
  debugged({ user_id: 9001, scopes: ['public_profile', 'pages_manage_posts'], is_valid: true })
  expect(await connect()).toEqual({
    error: 'no_pages_found',
    detail:
      'No Pages found for account (9001); granted permissions: public_profile, pages_manage_posts. ' +
      'The permission pages_show_list is missing.',
  })
})

test('reports no missing permission if no permissions could be read', async () => {
  const { error, detail } = await connect()
  expect(error).toBe('no_pages_found')
  expect(detail).toContain('its permissions could not be read')
  expect(detail).not.toContain('is missing')
})

test("identifies a pasted Page token with the app's introspection", async () => {
  debugged({ type: 'PAGE', profile_id: '55', is_valid: true, expires_at: 0 })
  expect((await paste()).body).toMatchObject({
    channel: { uri: 'social://55@facebook.com', name: 'Page' },
  })
  const scopes = [{ scope: 'pages_manage_posts', target_ids: ['56'] }, { scope: 'pages_show_list' }]
  debugged({ type: 'PAGE', granular_scopes: scopes, is_valid: true, expires_at: 0 })
  expect((await paste()).body).toMatchObject({ channel: { uri: 'social://56@facebook.com' } })
  replies.set('GET /me?id,name', { body: { id: '55', name: 'Harbour Bakery' } })
  person = harness.person()
  expect((await paste()).body).toMatchObject({ channel: { name: 'Harbour Bakery' } })
  debugged({ type: 'USER', user_id: '55', is_valid: true, expires_at: 0 })
  expect((await paste()).body).toMatchObject({ status: 422, code: 'no_pages_found' })
  replies.set('GET /me?id,name,category', { body: { id: '55', name: 'Ann' } })
  expect((await paste()).body).toMatchObject({ status: 422, code: 'no_pages_found' })
})

test('reads a photo account from its Page if the listing omits it, with all digits of its id', async () => {
  const data = [
    { id: '88', name: 'Quay', access_token: pageToken },
    { id: '89', name: 'Without', access_token: `${pageToken}-89` },
  ]
  replies.set(
    'GET /me/accounts?id,name,access_token,instagram_business_account{id,username,profile_picture_url}',
    {
      body: { data },
    },
  )
  replies.set('GET /88?instagram_business_account', {
    body: '{"instagram_business_account":{"id":17841400000000001},"id":88}',
  })
  replies.set('GET /17841400000000001?id,username,profile_picture_url', {
    body: { id: '17841400000000001', username: 'quay.bakery' },
  })
  expect(await connect('photonet')).toEqual({ connected: expect.any(String) })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { uri: 'social://17841400000000001@instagram.com', name: 'quay.bakery' },
  ])
})

test('delays a post until the time in the usage headers', async () => {
  replies.set(listing, { body: { data: [{ id: '88', name: 'Quay', access_token: pageToken }] } })
  const { connected } = await connect()
  const usage = { type: 'pages', call_count: 100, estimated_time_to_regain_access: 12 }
  replies.set('POST /88/feed', {
    status: 400,
    headers: { 'x-business-use-case-usage': JSON.stringify({ 88: [usage] }) },
    body: { error: { message: 'Too many calls', code: 32 } },
  })
  const poster = buildPoster(harness, 'pagenet', person, connected ?? '')
  const outcome = await poster.publish(poster.post())
  if (outcome.outcome !== 'failed') throw new Error(outcome.outcome)
  expect(outcome.failure.class).toBe('retry')
  expect(outcome.failure.retryAfterSeconds).toBeGreaterThan(11 * 60)
  expect((await poster.publish(poster.post())).outcome).toBe('failed')
  expect(asked.filter((call) => call === 'POST /88/feed')).toHaveLength(1)
})

test('blocks the account for a minute if a rate limit names no wait', async () => {
  replies.set(listing, {
    body: { data: [{ id: '90', name: 'Weir', access_token: `${pageToken}-90` }] },
  })
  const { connected } = await connect()
  replies.set('POST /90/feed', {
    status: 400,
    body: { error: { message: 'Too many calls', code: 4 } },
  })
  const poster = buildPoster(harness, 'pagenet', person, connected ?? '')
  const first = await poster.publish(poster.post())
  expect(first).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: 60 } })
  replies.set('POST /90/feed', { body: { id: '90_1' } })
  const held = poster.post()
  expect(await poster.publish(held)).toMatchObject({ failure: { class: 'retry' } })
  expect(asked.filter((call) => call === 'POST /90/feed')).toHaveLength(1)
  harness.clock.offsetMs = 61_000
  expect((await poster.again(held)).outcome).toBe('posted')
  harness.clock.offsetMs = 0
})
