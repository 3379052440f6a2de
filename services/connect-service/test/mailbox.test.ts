import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sealContext } from '../src/tokens/token-vault.ts'
import { type Caller, type Harness, startHarness, toLocation } from './harness.ts'
import { connectAt, consentAt } from './network-flow.ts'

const redirectUri = 'http://localhost:3000/api/connect/mailbox/callback'
const root = 'https://www.googleapis.com/auth'
const data = [`${root}/gmail.modify`, `${root}/calendar.readonly`, `${root}/drive.readonly`]
let harness: Harness
let person: Caller

const query = (url: URL) => Object.fromEntries(url.searchParams)
const channels = async () =>
  (await person('GET', '/api/connectors')).body['items'] as unknown as object[]
async function refreshToken(id: string): Promise<string | null> {
  const { db, vault } = harness.deps
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.refresh_token === null) return null
  return vault?.open(row.refresh_token, sealContext.refresh(id))?.text ?? null
}

beforeAll(async () => {
  harness = await startHarness({ networks: ['mailbox'] })
  harness.sandbox.mailbox.redirectUris.add(redirectUri)
})
afterAll(() => harness.stop())
beforeEach(() => {
  harness.clock.offsetMs = 0
  harness.sandbox.mailbox.faults.clear()
  harness.sandbox.mailbox.keepsRefreshTokens = false
  person = harness.person()
})

test('requests offline access with PKCE and the exact redirect URI', async () => {
  const dialog = toLocation(await person('GET', '/api/connect/mailbox/start'))
  expect(query(dialog)).toEqual({
    response_type: 'code',
    client_id: 'sandbox-app',
    redirect_uri: redirectUri,
    scope: ['openid', 'email', 'profile', ...data].join(' '),
    access_type: 'offline',
    prompt: 'consent select_account',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test("uses the callback's own URL if the redirect URI is unset", async () => {
  const bare = await startHarness({
    networks: ['mailbox'],
    env: { MAILBOX_OAUTH_REDIRECT_URI: undefined },
  })
  const dialog = toLocation(await bare.person()('GET', '/api/connect/mailbox/start'))
  expect(dialog.searchParams.get('redirect_uri')).toBe(
    `${bare.deps.config.API_URL}/api/connect/mailbox/callback`,
  )
  await bare.stop()
})

test('names a mailbox channel after its address and stores a refresh token and an expiry', async () => {
  const id = await connectAt(person, 'mailbox')
  expect(await channels()).toEqual([
    expect.objectContaining({
      id,
      uri: 'social://104857600000000000001@mail.google.com',
      name: 'bakery@example.com',
      avatarUrl: 'https://example.com/bakery.png',
      status: 'active',
      expiresAt: expect.any(String),
      requestedScopes: ['openid', 'email', 'profile', ...data],
    }),
  ])
  expect(await refreshToken(id)).toMatch(/^mailbox-refresh-/)
})

test('ignores extra callback parameters', async () => {
  const callback = await consentAt(person, 'mailbox')
  const more = `&iss=https%3A%2F%2Faccounts.google.com&scope=openid%20email&authuser=0&hd=example.com&prompt=consent`
  expect(toLocation(await person('GET', callback + more)).searchParams.has('connected')).toBe(true)
})

test('makes the mailbox dormant if its secret or the token key is unset', async () => {
  for (const name of ['MAILBOX_OAUTH_CLIENT_SECRET', 'SOCIAL_TOKEN_ENCRYPTION_KEY']) {
    const dormant = await startHarness({ networks: ['mailbox'], env: { [name]: undefined } })
    const back = toLocation(
      await dormant.person()('GET', '/api/connect/mailbox/callback?code=a&state=b'),
    )
    expect(back.searchParams.get('error')).toBe('not_configured')
    for (const path of ['start', 'introspect']) {
      const answer = await dormant.person()('GET', `/api/connect/mailbox/${path}`)
      expect([answer.status, answer.body['code']]).toEqual([400, 'not_configured'])
      expect(answer.body['detail']).toContain('mailbox is not configured')
    }
    await dormant.stop()
  }
})

test('creates a channel per mailbox and no duplicate when the same one reconnects', async () => {
  const first = await connectAt(person, 'mailbox')
  expect(await connectAt(person, 'mailbox', { user: '104857600000000000002' })).not.toBe(first)
  expect(await connectAt(person, 'mailbox')).toBe(first)
  expect(await channels()).toHaveLength(2)
})

test('keeps the refresh token if a reconnect brings none, else replaces it', async () => {
  const id = await connectAt(person, 'mailbox')
  const first = await refreshToken(id)
  harness.sandbox.mailbox.keepsRefreshTokens = true
  expect(await connectAt(person, 'mailbox')).toBe(id)
  expect(await refreshToken(id)).toBe(first)
  harness.sandbox.mailbox.keepsRefreshTokens = false
  await connectAt(person, 'mailbox')
  expect(await refreshToken(id)).not.toBe(first)
})

test('names unticked permissions and connects nothing if all are unticked', async () => {
  await connectAt(person, 'mailbox', { without: data.slice(1) })
  const introspected = await person('GET', '/api/connect/mailbox/introspect')
  expect(introspected.body['missingScopes']).toEqual(data.slice(1))
  expect(introspected.body['granular_scopes']).toContainEqual({ scope: data[0] })
  const other = harness.person()
  const back = toLocation(await other('GET', await consentAt(other, 'mailbox', { without: data })))
  expect(back.searchParams.get('error')).toBe('connect_refused')
  for (const scope of data) expect(back.searchParams.get('detail')).toContain(scope)
  expect((await other('GET', '/api/connectors')).body['items']).toEqual([])
})

test('stores nothing after a denial, an outage or a reused code', async () => {
  const denied = toLocation(
    await person('GET', await consentAt(person, 'mailbox', { decision: 'deny' })),
  )
  expect(denied.searchParams.get('error')).toBe('access_denied')
  for (const fault of [
    { kind: 'status', status: 503, match: 'POST /token' },
    { kind: 'garbage', match: 'POST /token' },
    { kind: 'status', status: 500, match: 'userinfo' },
    { kind: 'cut_before', match: 'userinfo' },
  ] as const) {
    const callback = await consentAt(person, 'mailbox')
    harness.sandbox.mailbox.faults.add(fault)
    const back = toLocation(await person('GET', callback))
    expect([fault.kind, back.searchParams.get('error')]).toEqual([
      fault.kind,
      'network_unavailable',
    ])
  }
  const callback = await consentAt(person, 'mailbox')
  for (const code of harness.sandbox.mailbox.codes.values()) code.expiresAt = new Date(0)
  const late = toLocation(await person('GET', callback))
  expect(late.searchParams.get('error')).toBe('connect_refused')
  expect(await channels()).toEqual([])
})

test('invalidates a mailbox when introspection finds revoked access, and restores it with a reconnect', async () => {
  const id = await connectAt(person, 'mailbox')
  harness.sandbox.mailbox.tokens.endAll('revoked')
  expect((await person('GET', '/api/connect/mailbox/introspect')).status).toBeLessThan(500)
  expect(await channels()).toMatchObject([{ id, status: 'invalidated' }])
  expect(await connectAt(person, 'mailbox')).toBe(id)
  expect(await channels()).toMatchObject([{ id, status: 'active' }])
})

test('refuses to post to a mailbox', async () => {
  const answer = await person('POST', '/api/connect/mailbox/manual', { token: 'a-token' })
  expect([answer.status, answer.body['code']]).toEqual([400, 'not_configured'])
})

test('leaks no token or secret to a log line, an event, a response or the database', async () => {
  const id = await connectAt(person, 'mailbox')
  await person('GET', '/api/connect/mailbox/introspect')
  const { db } = harness.deps
  const rows = await db.selectFrom('channels').selectAll().where('id', '=', id).execute()
  const answer = (await person('GET', '/api/connectors')).text
  const everything = [
    JSON.stringify(rows),
    harness.events.join(),
    answer,
    harness.log.text(),
  ].join()
  expect(harness.sandbox.mailbox.tokens.all.size).toBeGreaterThan(1)
  for (const token of harness.sandbox.mailbox.tokens.all.keys())
    expect(everything).not.toContain(token)
  expect(everything).not.toContain('sandbox-app-secret')
})

test('refreshes a token that expires soon when it is used and keeps the refresh token', async () => {
  const id = await connectAt(person, 'mailbox')
  const first = await refreshToken(id)
  harness.sandbox.mailbox.tokens.endAll('expired')
  harness.clock.offsetMs = 3_500_000
  expect((await person('GET', '/api/connect/mailbox/introspect')).body['missingScopes']).toEqual([])
  expect(await refreshToken(id)).toBe(first)
  expect(await channels()).toMatchObject([{ id, status: 'active' }])
})

test('revokes access at the provider when a mailbox is deleted', async () => {
  await harness.deps.db.deleteFrom('channels').execute()
  const id = await connectAt(person, 'mailbox')
  const refresh = harness.sandbox.mailbox.tokens.all.get((await refreshToken(id)) ?? '')
  expect((await person('DELETE', `/api/connectors/${id}`)).status).toBe(204)
  await eventually(() => expect(refresh?.state).toBe('revoked'))
})
