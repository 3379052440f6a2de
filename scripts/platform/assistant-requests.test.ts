import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRequest, type Person, signUpOwner } from './assistant.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
let url: string
let owner: Person
beforeAll(async () => {
  platform = await startTestPlatform()
  url = platform.baseUrl
  owner = await signUpOwner(url, 'owner')
})
afterAll(() => platform?.stop())

const form = (fields: Record<string, string>) =>
  fetch(`${url}/api/auth/oauth2/token`, { method: 'POST', body: new URLSearchParams(fields) })
const whoami = (token: string) =>
  fetch(`${url}/api/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'whoami' },
    }),
  })

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const redirect = 'http://127.0.0.1:33418/callback'

async function register(): Promise<string> {
  const answer = await fetch(`${url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Hand',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
    }),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { client_id: string }).client_id
}
const authorization = (client: string, changed: Record<string, string> = {}) => {
  const query = {
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    state: 's',
    resource: `${url}/api/mcp`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changed,
  }
  const kept = Object.entries(query).filter(([, value]) => value !== '')
  return new URL(`${url}/api/auth/oauth2/authorize?${new URLSearchParams(kept)}`)
}

test.each([
  ['another loopback name', 'http://localhost:33418/callback'],
  ['another path', `${redirect}/more`],
  ['a query', `${redirect}?next=https://evil.example`],
  ['a fragment', `${redirect}#x`],
  ['another host', 'https://evil.example/callback'],
  ['a host that looks alike', 'http://127.0.0.1.evil.example/callback'],
])(
  'rejects a request if its redirect address differs from the registered one by %s',
  async (_, uri) => {
    const client = await register()
    const { pathname, search } = authorization(client, { redirect_uri: uri })
    const answer = await owner.ask('GET', pathname + search)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  },
)

test.each([
  ['without a challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['for another resource', { resource: 'https://evil.example/api/mcp' }, 'invalid_target'],
  ['for a scope that there is not', { scope: 'atrium:admin' }, 'invalid_scope'],
  ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
])('rejects a request %s', async (_, changed, error) => {
  const { pathname, search } = authorization(await register(), changed)
  const answer = await owner.ask('GET', pathname + search)
  expect(answer.status).toBe(302)
  const next = new URL(answer.headers.get('location') ?? '')
  const parameters = [...next.searchParams, ...new URLSearchParams(next.hash.slice(1))]
  expect(parameters).toContainEqual(['error', error])
  expect(next.searchParams.get('code')).toBeNull()
})

test('accepts one response to a grant request, from a session and a platform page, and redeems its code once', async () => {
  const client = await register()
  const person = await signUpOwner(url, 'once')
  const { pathname, search } = authorization(client, { scope: 'atrium:read' })
  const page = (await person.ask('GET', pathname + search)).headers.get('location') ?? ''
  const query = new URL(page).search.slice(1)
  const answer = (oauth_query: string, more: object = {}) =>
    person.ask('POST', '/api/auth/oauth2/consent', { accept: true, oauth_query, ...more })
  // A forged response does not use up the request.
  const forged = query.replace('atrium%3Aread', 'atrium%3Awrite')
  expect(forged).not.toBe(query)
  for (const changed of [
    forged,
    `${query}&scope=atrium%3Awrite`,
    query.replace(/sig=[^&]*/, 'sig=x'),
  ]) {
    const refused = await answer(changed)
    expect(refused.status, changed).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'validation_failed' })
  }
  const wider = await answer(query, { scope: 'atrium:read atrium:write offline_access' })
  expect(wider.status).toBe(400)
  expect(await wider.json()).toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'scope' }],
  })
  const answered = await answer(query)
  expect(answered.status, await answered.clone().text()).toBe(200)
  const next = new URL(((await answered.json()) as { url: string }).url)
  const again = await person.ask('POST', '/api/auth/oauth2/consent', {
    accept: true,
    oauth_query: query,
  })
  expect(again.status).toBe(400)
  expect(await again.json()).toMatchObject({ code: 'consent_answered' })
  const foreign = await person.ask(
    ...(['POST', '/api/auth/oauth2/consent', { accept: true, oauth_query: query }] as const),
    { origin: 'https://evil.example' },
  )
  expect(foreign.status).toBe(403)

  const exchange = (given: Record<string, string> = {}) =>
    form({
      grant_type: 'authorization_code',
      code: next.searchParams.get('code') ?? '',
      client_id: client,
      redirect_uri: redirect,
      code_verifier: verifier,
      resource: `${url}/api/mcp`,
      ...given,
    })
  const tokens = (await (await exchange()).json()) as { access_token: string }
  expect((await whoami(tokens.access_token)).status).toBe(200)
  expect(await (await exchange()).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await whoami(tokens.access_token)).status).toBe(401)
})

test('grants nothing for an organisation that is no longer active, and lets the user consent again', async () => {
  const person = await signUpOwner(url, 'mover')
  const client = await register()
  const { pathname, search } = authorization(client)
  const page = (await person.ask('GET', pathname + search)).headers.get('location') ?? ''
  const answer = (org_id: string) =>
    person.ask('POST', '/api/auth/oauth2/consent', {
      accept: true,
      oauth_query: new URL(page).search.slice(1),
      org_id,
    })
  const refused = await answer(owner.orgId)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'consent_org_changed' })
  expect(await (await person.ask('GET', '/api/mcp/grants')).json()).toMatchObject({
    items: [],
    total: 0,
  })
  expect((await answer(person.orgId)).status).toBe(200)
  expect(await (await person.ask('GET', '/api/mcp/grants')).json()).toMatchObject({
    items: [{ org: { id: person.orgId } }],
  })
})

test('grants nothing if there is no active organisation', async () => {
  const person = await signUpOwner(url, 'homeless')
  const { pathname, search } = authorization(await register())
  const page = (await person.ask('GET', pathname + search)).headers.get('location') ?? ''
  const left = await person.ask('POST', '/api/auth/organization/set-active', {
    organizationId: null,
  })
  expect(left.status).toBe(200)
  const answered = await person.ask('POST', '/api/auth/oauth2/consent', {
    accept: true,
    oauth_query: new URL(page).search.slice(1),
  })
  expect(answered.status).toBe(400)
  expect(await answered.json()).toMatchObject({ code: 'no_active_org' })
  expect(await (await person.ask('GET', '/api/mcp/grants')).json()).toMatchObject({
    items: [],
    total: 0,
  })
})

test.each(['0', '1', 'soon'])(
  'treats a request for a session of at most %s seconds like any other',
  async (max_age) => {
    const person = await signUpOwner(url, 'aged')
    const { next } = await answerRequest(person, authorization(await register(), { max_age }), {
      accept: true,
    })
    expect(next.origin + next.pathname).toBe(redirect)
    expect(next.searchParams.get('code')).toMatch(/./)
  },
)

test('does not bind a token to a proof of possession, because the resource would not check it', async () => {
  const client = await register()
  const { pathname, search } = authorization(client, { dpop_jkt: 'x'.repeat(43) })
  expect((await owner.ask('GET', pathname + search)).status).toBe(400)
  const registered = await fetch(`${url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirect], dpop_bound_access_tokens: true }),
  })
  expect(registered.status).toBe(400)
  expect(await registered.json()).toMatchObject({ error: 'invalid_client_metadata' })
})

test("gives no token if the code's verifier, client or redirect is wrong", async () => {
  const client = await register()
  const other = await register()
  for (const changed of [
    { code_verifier: 'x'.repeat(43) },
    { client_id: other },
    { redirect_uri: 'http://127.0.0.1:1/' },
    { code_verifier: '' },
  ]) {
    const person = await signUpOwner(url, 'wrong')
    const { next } = await answerRequest(person, authorization(client), { accept: true })
    const answer = await form({
      grant_type: 'authorization_code',
      code: next.searchParams.get('code') ?? '',
      client_id: client,
      redirect_uri: redirect,
      code_verifier: verifier,
      ...changed,
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  }
})

// A program listens on a free port of its own machine (RFC 8252, section 7.3).
test('redirects to a loopback address even if its port differs from the registered one', async () => {
  const client = await register()
  const { pathname, search } = authorization(client, {
    redirect_uri: 'http://127.0.0.1:33419/callback',
  })
  expect((await owner.ask('GET', pathname + search)).status).toBe(302)
})

test('drops a redirect address that is not allowed, and names it if another one is allowed', async () => {
  const redirects = ['https://claude.ai/ok', 'https://evil.example/callback']
  const answer = await fetch(`${url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Mixed', redirect_uris: redirects }),
  })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    redirect_uris: [redirects[0]],
    dropped_redirect_uris: [redirects[1]],
  })
})

test('rejects a client registration if it redirects to a host outside the list', async () => {
  for (const redirects of [
    ['https://evil.example/callback'],
    ['https://claude.ai.evil.example/callback'],
    ['https://claude.ai:8443/callback'],
    ['http://claude.ai/callback'],
    ['custom://callback'],
    ['javascript:alert(1)'],
    [],
  ]) {
    const answer = await fetch(`${url}/api/auth/oauth2/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Evil', redirect_uris: redirects }),
    })
    expect(answer.status, redirects.join()).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_redirect_uri' })
  }
})
