import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness, toLocation } from './harness.ts'

// A network with response shapes that real networks may send but our sandbox does not. Keyed by
// path, each with a JSON body and a status.
type Reply = { status?: number; body: unknown }
const replies = new Map<string, Reply>()
let server: Server
let harness: Harness
let origin = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://network')
    const reply = replies.get(pathname) ?? { status: 404, body: { error: 'not here' } }
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const at = (prefix: string, path: string) => ({
    [`${prefix}_CLIENT_ID`]: 'client',
    [`${prefix}_CLIENT_SECRET`]: 'the-secret-of-the-client',
    [`${prefix}_DIALOG_URL`]: `${origin}${path}/dialog`,
    [`${prefix}_TOKEN_URL`]: `${origin}${path}/token`,
    [`${prefix}_API_URL`]: `${origin}${path}`,
  })
  const { MAILBOX_CLIENT_ID, MAILBOX_CLIENT_SECRET, ...mailbox } = at('MAILBOX', '/mailbox')
  harness = await startHarness({
    env: {
      ...at('PAGENET', '/pages'),
      ...at('SHORTPOST', '/short'),
      ...at('FORUMNET', '/forum/api/v1'),
      ...at('VIDEONET', '/video'),
      ...mailbox,
      MAILBOX_OAUTH_CLIENT_ID: MAILBOX_CLIENT_ID,
      MAILBOX_OAUTH_CLIENT_SECRET: MAILBOX_CLIENT_SECRET,
    },
  })
})
afterAll(async () => {
  await harness?.stop()
  server?.close()
})

const pageToken = 'page-token-of-this-test'
beforeEach(() => {
  replies.clear()
  replies.set('/pages/token', {
    body: { access_token: 'user-token-of-this-test', expires_in: null },
  })
  replies.set('/pages/me', { body: { id: 900, name: 'Ann' } })
  replies.set('/pages/me/permissions', { body: { data: [{ permission: 'a', status: 'granted' }] } })
})

async function connect(person: Caller, network: string): Promise<Record<string, string>> {
  const dialog = toLocation(await person('GET', `/api/connect/${network}/start`))
  const state = dialog.searchParams.get('state')
  const back = await person('GET', `/api/connect/${network}/callback?code=the-code&state=${state}`)
  return Object.fromEntries(toLocation(back).searchParams)
}

test('offers the Pages that can be connected if a listing has nulls, numeric ids or missing tokens', async () => {
  const data = [
    { id: 1, name: 'One', access_token: pageToken, picture: null },
    { id: '2', name: 'Without', access_token: null },
    { id: '3', name: null, access_token: `${pageToken}-3`, picture: { data: { url: null } } },
  ]
  replies.set('/pages/me/accounts', { body: { data, paging: { cursors: null, next: null } } })
  const person = harness.person()
  const { picker } = await connect(person, 'pagenet')
  const { body } = await person('GET', `/api/connect/pagenet/pickers/${picker}`)
  expect(body['pages']).toEqual([
    { id: '1', name: 'One', pictureUrl: null },
    { id: '3', name: 'Page', pictureUrl: null },
  ])
})

test('recognises an error if its code is a string', async () => {
  const body = {
    error: { message: 'Gone', code: '190', error_subcode: '460', error_user_msg: null },
  }
  replies.set('/pages/me/accounts', { status: 400, body })
  expect(await connect(harness.person(), 'pagenet')).toEqual({
    error: 'connect_refused',
    detail: 'The account’s password was changed: Gone',
  })
})

test('connects a pasted Page token and shows its expiry', async () => {
  replies.set('/pages/me/accounts', { body: { data: [] } })
  const inThreeDays = Math.floor(Date.now() / 1_000) + 3 * 86_400
  replies.set('/pages/debug_token', {
    body: { data: { type: 'PAGE', is_valid: true, expires_at: inThreeDays } },
  })
  const person = harness.person()
  const paste = () => person('POST', '/api/connect/pagenet/manual', { token: pageToken })
  expect((await paste()).body).toMatchObject({
    channel: {
      uri: 'social://900@facebook.com',
      badge: 'expiring',
      expiresAt: new Date(inThreeDays * 1_000).toISOString(),
    },
  })
  replies.set('/pages/debug_token', {
    body: { data: { type: 'USER', is_valid: true, expires_at: 0 } },
  })
  expect((await paste()).body).toMatchObject({ status: 422, code: 'no_pages_found' })
  const broken = await person('POST', '/api/connect/pagenet/manual', { token: 'two words' })
  expect(broken.body).toMatchObject({ status: 422, code: 'token_rejected' })
})

test('accepts numeric Page ids in an introspection and treats missing scopes as none', async () => {
  const person = harness.person()
  replies.set('/pages/me/accounts', {
    body: { data: [{ id: '1', name: 'One', access_token: pageToken }] },
  })
  await connect(person, 'pagenet')
  const granular = [{ scope: 'pages_show_list', target_ids: [1, '2'] }]
  replies.set('/pages/debug_token', { body: { data: { scopes: null, granular_scopes: granular } } })
  const { status, body } = await person('GET', '/api/connect/pagenet/introspect')
  expect([status, body]).toEqual([
    200,
    {
      missingScopes: [
        'public_profile',
        'pages_show_list',
        'pages_read_engagement',
        'pages_manage_posts',
      ],
      granular_scopes: [{ scope: 'pages_show_list', target_ids: ['1', '2'] }],
    },
  ])
})

test('names every required scope as missing when the token was revoked', async () => {
  const person = harness.person()
  replies.set('/pages/me/accounts', {
    body: { data: [{ id: '1', name: 'One', access_token: pageToken }] },
  })
  await connect(person, 'pagenet')
  const scopes = [
    'public_profile',
    'pages_show_list',
    'pages_read_engagement',
    'pages_manage_posts',
  ]
  replies.set('/pages/debug_token', { body: { data: { is_valid: false, scopes } } })
  const { body } = await person('GET', '/api/connect/pagenet/introspect')
  expect(body['missingScopes']).toEqual(scopes)
})

test.each([
  ['shortpost', '/short', 'tweet.write offline.access'],
  ['forumnet', '/forum/api/v1', 'identity submit'],
  ['forumnet', '/forum/api/v1', '*'],
  ['videonet', '/video', 'https://www.googleapis.com/auth/youtube.upload'],
  ['mailbox', '/mailbox', 'openid https://www.googleapis.com/auth/gmail.readonly'],
  ['mailbox', '/mailbox', 'https://mail.google.com/'],
] as const)(
  'connects %s if it grants exactly what is needed: %s %s',
  async (network, base, scope) => {
    replies.set(`${base}/token`, { body: { access_token: 'the-token', expires_in: '3600', scope } })
    replies.set('/short/users/me', { body: { data: { id: 7, username: 'ann' } } })
    replies.set('/forum/api/v1/me', { body: { name: 'ann' } })
    replies.set('/video/channels', { body: { items: [{ id: 'UC1', snippet: {} }] } })
    replies.set('/mailbox/gmail/v1/users/me/profile', { body: { emailAddress: 'ann@example.com' } })
    const person = harness.person()
    const { connected } = await connect(person, network)
    expect(connected).toMatch(/^chn_/)
    expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
      { network, id: connected },
    ])
  },
)

test.each([
  [
    'shortpost',
    '/short',
    '/short/users/me',
    { data: { id: 7, name: null, username: null } },
    '7',
    null,
  ],
  [
    'forumnet',
    '/forum/api/v1',
    '/forum/api/v1/me',
    { name: 'ann', icon_img: 'http://p/a?b=1&amp;c=2' },
    'u/ann',
    'http://p/a?b=1&c=2',
  ],
  [
    'videonet',
    '/video',
    '/video/channels',
    { items: [{ id: 'UC1', snippet: { title: null, thumbnails: null } }] },
    'Channel',
    null,
  ],
  [
    'mailbox',
    '/mailbox',
    '/mailbox/oauth2/v3/userinfo',
    { sub: '9', email: 'ann@example.com', picture: null },
    'ann@example.com',
    null,
  ],
] as const)(
  'connects %s if the network says little about the account: %s',
  async (network, base, path, me, name, avatarUrl) => {
    const nothing = { expires_in: null, refresh_token: null, scope: '' }
    replies.set(`${base}/token`, { body: { access_token: 'the-token', ...nothing } })
    replies.set(path, { body: me })
    const person = harness.person()
    await connect(person, network)
    expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
      { network, name, avatarUrl },
    ])
  },
)

test.each([400, 403, 405, 501])(
  'names a mailbox after its address if the identity request fails with %i',
  async (status) => {
    replies.set('/mailbox/token', { body: { access_token: 'the-token' } })
    replies.set('/mailbox/oauth2/v3/userinfo', {
      status,
      body: { error: { code: status, message: 'No' } },
    })
    replies.set('/mailbox/gmail/v1/users/me/profile', { body: { emailAddress: 'ann@example.com' } })
    const person = harness.person()
    await connect(person, 'mailbox')
    expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
      { name: 'ann@example.com' },
    ])
  },
)

test('repeats the result for an Idempotency-Key of a choice or a pasted token and stores no token with it', async () => {
  const data = [1, 2].map((id) => ({ id, name: `Page ${id}`, access_token: `${pageToken}-${id}` }))
  replies.set('/pages/me/accounts', { body: { data } })
  const person = harness.person()
  const { picker } = await connect(person, 'pagenet')
  const post = async (path: string, body: object, key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const answer = await person.raw(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, json: (await answer.json()) as { id?: string; code?: string } }
  }
  const choice = `/api/connect/pagenet/pickers/${picker}`
  const first = await post(choice, { pageId: '2' }, 'choice')
  expect(first).toMatchObject({ status: 201, json: { uri: 'social://2@facebook.com' } })
  expect(await post(choice, { pageId: '2' }, 'choice')).toEqual(first)
  expect(await post(choice, { pageId: '1' }, 'choice')).toMatchObject({
    status: 409,
    json: { code: 'idempotency_key_reused' },
  })
  const manual = '/api/connect/pagenet/manual'
  const pasted = await post(manual, { token: pageToken }, 'pasted')
  expect(pasted).toMatchObject({ status: 200, json: { picker: { network: 'pagenet' } } })
  expect(await post(manual, { token: pageToken }, 'pasted')).toEqual(pasted)
  const kept = await harness.deps.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(kept.length).toBe(2)
  expect(JSON.stringify(kept)).not.toContain(pageToken)
})
