import { createHash, randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { mountOAuthServer } from './oauth-server.ts'
import type { OAuthSettings } from './oauth-settings.ts'
import type { OAuthServer } from './oauth-state.ts'

const redirectUri = 'http://localhost:3000/api/connect/demo/callback'
const settings: OAuthSettings = {
  network: 'demo',
  title: 'the demo network',
  clientId: 'app',
  clientSecret: 'a secret:ü',
  clientAuthentication: 'basic',
  pkce: 'required',
  accessSeconds: 7_200,
  refresh: 'rotating',
  scopes: ['read', 'write', 'offline'],
  users: [
    { id: 'u1', name: 'First' },
    { id: 'u2', name: 'Second' },
  ],
  givesRefresh: (_dialog, scopes) => scopes.includes('offline'),
}
let app: Hono<{ Bindings: HttpBindings }>
let server: OAuthServer
let now: Date

const start = (more: Partial<OAuthSettings> = {}) => {
  app = new Hono()
  now = new Date('2026-03-01T00:00:00Z')
  server = mountOAuthServer(app, { settings: { ...settings, ...more }, now: () => now })
  server.redirectUris.add(redirectUri)
}
beforeEach(() => start())

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const dialog = (more: Record<string, string | undefined> = {}) => {
  const query = {
    client_id: 'app',
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 's1',
    scope: 'read write offline',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  const kept = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return `/demo/dialog?${new URLSearchParams(kept)}`
}
const form = (fields: object) => ({
  method: 'POST',
  body: new URLSearchParams(fields as Record<string, string>),
})
const basic = (secret = settings.clientSecret) =>
  `Basic ${Buffer.from(`app:${encodeURIComponent(secret)}`).toString('base64')}`
async function approve(more: Record<string, string> = {}, address = dialog()): Promise<URL> {
  const body = new URLSearchParams({ decision: 'approve', ...more })
  for (const scope of ['read', 'write', 'offline']) body.append('permission', scope)
  const answer = await app.request(address, { method: 'POST', body })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}
async function token(fields: object, headers: Record<string, string> = { authorization: basic() }) {
  const answer = await app.request('/demo/token', { ...form(fields), headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const exchange = (code: string, more: object = {}) =>
  token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })
const toCode = (url: URL) => url.searchParams.get('code') ?? ''
const access = (value: unknown) => server.tokens.check(String(value), 'access')

test("lists the permissions in the dialog and gives the user’s tokens for an approval's code", async () => {
  const shown = await (await app.request(dialog())).text()
  for (const word of ['the demo network', 'value="write"', 'Approve', 'Deny', 'Second']) {
    expect(shown).toContain(word)
  }
  const back = await approve({ user: 'u2' })
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirectUri, 's1'])
  const { status, body } = await exchange(toCode(back))
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      token_type: 'bearer',
      expires_in: 7_200,
      scope: 'read write offline',
    }),
  ])
  expect(access(body['access_token'])).toMatchObject({ grant: { userId: 'u2' } })
})

test('returns no code if the user denies, and grants no permission that was unticked', async () => {
  const denied = await app.request(dialog(), form({ decision: 'deny' }))
  const back = new URL(denied.headers.get('location') ?? '')
  expect([back.searchParams.get('error'), back.searchParams.get('state'), toCode(back)]).toEqual([
    'access_denied',
    's1',
    '',
  ])
  const some = await app.request(dialog(), form({ decision: 'approve', permission: 'read' }))
  const { body } = await exchange(toCode(new URL(some.headers.get('location') ?? '')))
  expect([body['scope'], body['refresh_token']]).toEqual(['read', undefined])
})

test.each([
  { client_id: 'other' },
  { redirect_uri: `${redirectUri}/` },
  { redirect_uri: redirectUri.replace('localhost', 'LOCALHOST') },
  { redirect_uri: undefined },
  { response_type: 'token' },
  { state: undefined },
  { scope: undefined },
  { scope: 'read everything' },
  { code_challenge: undefined },
  { code_challenge: 'short' },
  { code_challenge_method: 'plain' },
])('rejects a dialog with %o on a page and at the decision', async (more) => {
  expect((await app.request(dialog(more))).status).toBe(400)
  const decided = await app.request(dialog(more), form({ decision: 'approve', permission: 'read' }))
  expect([decided.status, decided.headers.get('location')]).toEqual([400, null])
})

test("revokes a code's tokens if the code is used twice", async () => {
  const code = toCode(await approve())
  const { body } = await exchange(code)
  expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(access(body['access_token'])).toBe('revoked')
})

test('expires a code and ties it to its redirect URI and verifier', async () => {
  const late = toCode(await approve())
  now = new Date(now.getTime() + 60_000)
  expect(await exchange(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const code = toCode(await approve())
  for (const [more, error] of [
    [{ redirect_uri: `${redirectUri}?` }, 'invalid_grant'],
    [{ code_verifier: randomBytes(32).toString('base64url') }, 'invalid_grant'],
    [{ code_verifier: '' }, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: '' }, 'invalid_request'],
  ] as const) {
    expect(await exchange(code, more)).toMatchObject({ status: 400, body: { error } })
  }
  expect((await exchange(code)).status).toBe(200)
})

test('requires the client to authenticate as the network wants it', async () => {
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: server.giveTokens().refreshToken ?? '',
  }
  const inForm = { ...fields, client_id: 'app', client_secret: settings.clientSecret }
  const refused = { status: 401, body: { error: 'invalid_client' } }
  expect(await token(inForm, {})).toMatchObject(refused)
  expect(await token(fields, { authorization: basic('wrong') })).toMatchObject(refused)
  expect(await token(fields)).toMatchObject({ status: 200 })
  start({ clientAuthentication: 'form' })
  const again = { ...inForm, refresh_token: server.giveTokens().refreshToken ?? '' }
  expect(await token({ ...again, client_secret: 'x' }, {})).toMatchObject(refused)
  expect(await token(again, {})).toMatchObject({ status: 200 })
})

test('ends all tokens of a consent if a rotated refresh token is used again', async () => {
  const first = (await exchange(toCode(await approve()))).body['refresh_token']
  const renewed = await token({ grant_type: 'refresh_token', refresh_token: first })
  expect(renewed.body['refresh_token']).not.toBe(first)
  expect(await token({ grant_type: 'refresh_token', refresh_token: first })).toMatchObject({
    status: 400,
  })
  expect(access(renewed.body['access_token'])).toBe('revoked')
})

test('keeps a permanent refresh token valid and does not send it again', async () => {
  start({ refresh: 'kept' })
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: server.giveTokens().refreshToken ?? '',
  }
  for (const _turn of [1, 2]) {
    const { status, body } = await token(fields)
    expect([status, body['refresh_token']]).toEqual([200, undefined])
  }
})

test('expires tokens by clock and switch and revokes them by switch and endpoint', async () => {
  const given = () => server.giveTokens()
  const old = given()
  now = new Date(now.getTime() + 7_200_000)
  expect(access(old.accessToken)).toBe('expired')
  const one = given()
  await app.request('/demo/tokens', form({ token: one.accessToken, state: 'expired' }))
  expect([access(one.accessToken), server.tokens.check(one.refreshToken, 'refresh')]).toEqual([
    'expired',
    expect.objectContaining({ state: 'valid' }),
  ])
  const two = given()
  const headers = { authorization: basic() }
  const revoke = (fields: object) => app.request('/demo/revoke', { ...form(fields), headers })
  expect((await revoke({ token: two.refreshToken })).status).toBe(200)
  expect((await revoke({ token: 'unknown' })).status).toBe(200)
  expect((await revoke({})).status).toBe(400)
  expect(access(two.accessToken)).toBe('revoked')
  const three = given()
  await app.request('/demo/tokens', form({ state: 'revoked' }))
  expect(access(three.accessToken)).toBe('revoked')
})

test('applies a fault switch to the next calls in the network’s own error shape', async () => {
  start({ errorBody: ({ error, status }) => ({ code: status, reason: error }) })
  await app.request(
    '/demo/faults',
    form({ kind: 'status', status: '503', match: 'demo POST /token' }),
  )
  expect(await token({})).toMatchObject({
    status: 503,
    body: { code: 503, reason: 'server_error' },
  })
  expect(await token({})).toMatchObject({
    status: 400,
    body: { code: 400, reason: 'invalid_request' },
  })
  expect(server.calls).toEqual(['POST /token', 'POST /token'])
  const shown = await (await app.request('/demo')).text()
  expect(shown).toContain('name="do" value="end"')
})
