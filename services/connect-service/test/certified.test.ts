import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { channelToken } from '../src/channels/channel-token.ts'
import { findChannelById } from '../src/channels/refresh.db.ts'
import { requireProvider } from '../src/require-provider.ts'
import { sealContext } from '../src/tokens/token-vault.ts'
import {
  type AuthorizationServer,
  clientId,
  clientSecret,
  startAuthorizationServer,
  throughPages,
} from './authorization-server.ts'
import { type Caller, type Harness, startHarness, toLocation } from './harness.ts'

// Connects against a third-party authorization server that is certified for OAuth 2.0 and OpenID
// Connect.
const redirectUri = 'http://localhost:3000/api/connect/shortpost/callback'
let server: AuthorizationServer
let harness: Harness
let person: Caller

const environment = (uri: string) => ({
  SHORTPOST_CLIENT_ID: clientId,
  SHORTPOST_CLIENT_SECRET: clientSecret,
  SHORTPOST_OAUTH_REDIRECT_URI: uri,
  SHORTPOST_DIALOG_URL: server.dialogUrl,
  SHORTPOST_TOKEN_URL: server.tokenUrl,
  SHORTPOST_API_URL: server.apiUrl,
})
beforeAll(async () => {
  server = await startAuthorizationServer(redirectUri)
  harness = await startHarness({ env: environment(redirectUri) })
})
afterAll(async () => {
  await harness?.stop()
  await server?.stop()
})
beforeEach(async () => {
  await harness.deps.db.deleteFrom('channels').execute()
  harness.clock.offsetMs = 0
  server.asked.splice(0)
  person = harness.person()
})

const start = async (caller = person) =>
  toLocation(await caller('GET', '/api/connect/shortpost/start'))
async function connected(decision: 'approve' | 'deny' = 'approve'): Promise<URL> {
  const went = await throughPages(await start(), decision)
  if ('refused' in went) throw new Error(went.refused)
  expect(went.back.href.startsWith(`${redirectUri}?`)).toBe(true)
  return toLocation(await person('GET', went.back.pathname + went.back.search))
}
const readTokens = async (id: string) => {
  const { vault } = requireProvider(harness.deps, 'shortpost')
  const row = await findChannelById(harness.deps.db, id)
  if (row === undefined) throw new Error('no channel')
  return {
    row,
    access: vault.open(row.access_token, sealContext.access(id))?.text ?? '',
    refresh: vault.open(row.refresh_token ?? '', sealContext.refresh(id))?.text ?? '',
  }
}
const refreshed = async (id: string) =>
  channelToken(harness.deps, requireProvider(harness.deps, 'shortpost'), (await readTokens(id)).row)

test('completes the code flow with PKCE and HTTP Basic and stores working tokens', async () => {
  const back = await connected()
  const id = back.searchParams.get('connected') ?? ''
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { id, network: 'shortpost', name: 'Certified person', status: 'active' },
  ])
  expect(server.asked).toEqual([
    { authorization: 'Basic', fields: ['code', 'code_verifier', 'grant_type', 'redirect_uri'] },
  ])
  const { access, refresh, row } = await readTokens(id)
  expect([await server.isLive(access), await server.isLive(refresh)]).toEqual([true, true])
  expect(row.expires_at?.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
})

test('returns an error and stores no channel if the user denies access', async () => {
  const back = await connected('deny')
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect((await person('GET', '/api/connectors')).body['items']).toEqual([])
})

test('stops at the dialog if the redirect URI differs from the registered one in one byte', async () => {
  const other = await startHarness({ env: environment(`${redirectUri}/`) })
  const went = await throughPages(await start(other.person()))
  await other.stop()
  expect(went).toEqual({ refused: expect.stringContaining('redirect_uri') })
})

test("refuses a dialog without a challenge, and connects nothing if a code arrives with another user's state", async () => {
  const bare = await start()
  bare.searchParams.delete('code_challenge')
  const went = await throughPages(bare)
  expect('back' in went && went.back.searchParams.get('error')).toBe('invalid_request')
  const theirs = await throughPages(await start(harness.person()))
  if (!('back' in theirs)) throw new Error(theirs.refused)
  const mine = (await start()).searchParams.get('state') ?? ''
  theirs.back.searchParams.set('state', mine)
  // The verifier is ours but the code was issued for their challenge, so the server refuses the
  // exchange.
  const back = toLocation(await person('GET', theirs.back.pathname + theirs.back.search))
  expect(back.searchParams.get('error')).toBe('connect_refused')
  expect((await person('GET', '/api/connectors')).body['items']).toEqual([])
})

test('rotates the token pair when refreshing, and the server refuses the old pair', async () => {
  const id = (await connected()).searchParams.get('connected') ?? ''
  const before = await readTokens(id)
  harness.clock.offsetMs = 57 * 60_000
  const calls = Array.from({ length: 12 }, () => refreshed(id))
  expect(new Set((await Promise.all(calls)).map(({ accessToken }) => accessToken)).size).toBe(1)
  const after = await readTokens(id)
  expect(after.access).not.toBe(before.access)
  expect(after.refresh).not.toBe(before.refresh)
  expect([await server.isLive(before.refresh), await server.isLive(after.refresh)]).toEqual([
    false,
    true,
  ])
  expect(server.asked.at(-1)).toEqual({
    authorization: 'Basic',
    fields: ['grant_type', 'refresh_token'],
  })
  harness.clock.offsetMs += 57 * 60_000
  expect((await refreshed(id)).accessToken).not.toBe(after.access)
})

test('invalidates the channel at the next refresh if the grant was revoked at the server', async () => {
  const id = (await connected()).searchParams.get('connected') ?? ''
  await server.revokeGrants()
  harness.clock.offsetMs = 57 * 60_000
  await expect(refreshed(id)).rejects.toMatchObject({ class: 'reconnect' })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { id, status: 'invalidated' },
  ])
})

test('revokes the tokens of a deleted channel at the server', async () => {
  const id = (await connected()).searchParams.get('connected') ?? ''
  const { access, refresh } = await readTokens(id)
  await person('DELETE', `/api/connectors/${id}`)
  await eventually(async () => {
    expect([await server.isLive(access), await server.isLive(refresh)]).toEqual([false, false])
  })
})

test('writes no token or secret to a log line or an event', async () => {
  expect(server.given.size).toBeGreaterThan(8)
  for (const secret of [...server.given, clientSecret, encodeURIComponent(clientSecret)]) {
    expect(harness.log.text()).not.toContain(secret)
    expect(harness.events.join()).not.toContain(secret)
  }
})
