import { afterAll, expect, test } from 'vitest'
import { giveGrant } from '../../test/grants.ts'
import { startHarness } from '../../test/harness.ts'

const harness = await startHarness({ MCP_ALLOWED_REDIRECT_HOSTS: 'vscode.dev,cursor:' })
afterAll(() => harness.stop())

const redirect = 'http://127.0.0.1:33418/callback'
const register = (given: object = {}) =>
  harness.browser().post('/api/auth/oauth2/register', {
    client_name: 'Helper',
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
    ...given,
  })
const clients = async (): Promise<number> =>
  (await harness.rows('select 1 from "oauthClient"')).rows.length
const addNewClients = (n: number, age: string) =>
  harness.rows(`insert into "oauthClient" (id, "clientId", name, "redirectUris", "createdAt")
    select 'ocl_' || g || '${age}', 'ocl_' || g || '${age}', 'Nobody', '[]', now() - interval '${age}'
    from generate_series(1, ${n}) g`)

test.each([
  ['reorder a line', 'Claude\u202E.evil'],
  ['isolate a part of it', '\u2066Claude\u2069'],
  ['are not seen', 'Clau\u200Bde'],
  ['end a line', 'Claude\nallowed by Atrium'],
  ['begin a new one', 'Claude\u2028'],
  ['are no text', 'Claude\u0007'],
  ['belong to nobody', 'Claude\uE000'],
  ['fill a place', 'Claude\u3164'],
  ['join nothing', 'Clau\u034Fde'],
  ['have no form', 'Clau\u17B4de'],
  ['tag a text', 'Claude\u{E0041}'],
  ['are spaces alone', '   '],
  ['are empty dots', '\u2800\u2800'],
  ['are joiners alone', '\u200D\u200C'],
])('rejects a client name if its characters %s', async (_, client_name) => {
  const answer = await register({ client_name })
  expect([answer.status, answer.at('error')]).toEqual([400, 'invalid_client_metadata'])
})

test.each([
  'Клод',
  'مساعد',
  'Ünïcode & co. 🤖',
  '助手',
  'می\u200Cخواهم',
  'Family 👩\u200D👧 ❤\uFE0F',
])('accepts the client name %s', async (client_name) => {
  const answer = await register({ client_name })
  expect([answer.status, answer.at('client_name')]).toEqual([201, client_name])
})

test('trims a client name', async () => {
  expect((await register({ client_name: '  Helper ' })).at('client_name')).toBe('Helper')
})

test.each([
  ['many response types', { response_types: Array(6).fill('code') }],
  ['a long text', { tos_uri: `https://assistant.example/${'x'.repeat(3_000)}` }],
  [
    'much in all',
    { redirect_uris: Array.from({ length: 10 }, (_, n) => `${redirect}/${n}${'x'.repeat(1_900)}`) },
  ],
])('rejects a client with %s', async (_, given) => {
  const before = await clients()
  const answer = await register(given)
  expect([answer.status, answer.at('error')]).toEqual([400, 'invalid_client_metadata'])
  expect(await clients()).toBe(before)
})

test('limits clients without a grant across all addresses and deletes old ones, ended ones, then new ones', async () => {
  await harness.rows('delete from "oauthClient"')
  const owner = await harness.founder()
  await giveGrant(harness, owner.userId, owner.orgId)
  await harness.rows(`update "oauthClient" set "createdAt" = now() - interval '1 year'`)
  await addNewClients(4_999, '1 minute')
  expect((await register()).status).toBe(201)
  const refused = await register()
  expect([refused.status, refused.at('error')]).toEqual([429, 'temporarily_unavailable'])
  expect(refused.headers.get('retry-after')).toBe('120')
  expect(await clients()).toBe(5_001)
  const someBecome = (change: string, order: string) =>
    harness.rows(`update "oauthClient" set ${change}
      where id in (select id from "oauthClient" where name = 'Nobody' order by id ${order} limit 300)`)
  const ended = async () =>
    (await harness.rows('select 1 from "oauthClient" where "grantEndedAt" is not null')).rows.length
  // Clients with an ended grant count. They are deleted before clients that have waited only for a
  // few minutes.
  await someBecome(`"createdAt" = now() - interval '3 minutes'`, 'asc')
  await someBecome(`"grantEndedAt" = now() - interval '1 hour'`, 'desc')
  expect((await register()).status).toBe(201)
  expect([await clients(), await ended()]).toEqual([5_001 - 500 + 1, 0])
  // Clients that have waited for long are deleted before clients with an ended grant.
  await addNewClients(200, '5 minutes')
  await addNewClients(499, '20 minutes')
  await harness.rows(
    `update "oauthClient" set "grantEndedAt" = now() - interval '1 day' where id like '%5 minutes'`,
  )
  expect((await register()).status).toBe(201)
  expect(
    (await harness.rows(`select 1 from "oauthClient" where id like '%20 minutes'`)).rows,
  ).toHaveLength(0)
  expect(await ended()).toBe(199)
  expect((await harness.rows('select 1 from "oauthConsent"')).rows).toHaveLength(1)
})

const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback'
const storedUris = async (clientId: string) =>
  (
    await harness.rows<{ uris: string[] }>(
      `select "redirectUris" uris from "oauthClient" where "clientId" = '${clientId}'`,
    )
  ).rows[0]?.uris

test('registers an editor with its private scheme as a public client', async () => {
  const answer = await register({ redirect_uris: [cursor], token_endpoint_auth_method: undefined })
  expect([answer.status, answer.text]).toEqual([201, expect.not.stringContaining('client_secret"')])
  expect(answer.body).toMatchObject({ redirect_uris: [cursor], token_endpoint_auth_method: 'none' })
  expect(answer.body).not.toHaveProperty('dropped_redirect_uris')
  expect(await storedUris(answer.at('client_id'))).toEqual([cursor])
})

test('drops the refused redirect URIs and names them if at least one is allowed', async () => {
  const foreign = ['https://foreign.example/callback', 'evil://x/callback']
  const kept = ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', cursor]
  const answer = await register({ redirect_uris: [...foreign, ...kept] })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({ redirect_uris: kept, dropped_redirect_uris: foreign })
  expect(await storedUris(answer.at('client_id'))).toEqual(kept)
  const none = await register({ redirect_uris: foreign })
  expect([none.status, none.at('error')]).toEqual([400, 'invalid_redirect_uri'])
})

test.each([cursor, 'http://127.0.0.1:51234/callback'])(
  'asks the user for consent with %s, and rejects another address',
  async (used) => {
    const registered = used === cursor ? cursor : redirect
    const clientId = (await register({ redirect_uris: [registered] })).at('client_id')
    const owner = await harness.founder()
    const ask = (uri: string) =>
      owner.get(
        `/api/auth/oauth2/authorize?${new URLSearchParams({
          client_id: clientId,
          redirect_uri: uri,
          response_type: 'code',
          state: 's',
          code_challenge: 'x'.repeat(43),
          code_challenge_method: 'S256',
          scope: 'atrium:read',
        })}`,
      )
    const asked = await ask(used)
    expect([asked.status, asked.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/consent?'),
    ])
    expect((await ask(`${used}/other`)).status).toBe(400)
  },
)

test.each(['x', 'atm_0123', 'atmr_', `atmr_${'x'.repeat(5_000)}`])(
  'rejects the refresh token %# as an invalid grant',
  async (refresh_token) => {
    const clientId = (await register()).at('client_id')
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token,
    })
    const answer = await fetch(`${harness.service.url}/api/auth/oauth2/token`, {
      method: 'POST',
      body,
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  },
)

test.each(['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'])(
  'rejects %s if it is no web address',
  async (name) => {
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'nowhere']) {
      const answer = await register({ [name]: address })
      expect([answer.status, answer.at('error')], address).toEqual([400, 'invalid_client_metadata'])
    }
    expect((await register({ [name]: 'https://assistant.example/about' })).status).toBe(201)
  },
)
