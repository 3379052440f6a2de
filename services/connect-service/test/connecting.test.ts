import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectPage, consent, redirectUri, startHarness, toLocation } from './harness.ts'
import { consentAt } from './network-flow.ts'

const harness = await startHarness()
afterAll(() => harness.stop())
beforeEach(() => {
  const { pagenet } = harness.sandbox
  harness.clock.offsetMs = 0
  pagenet.faults.clear()
  pagenet.pages.splice(0)
  pagenet.addPage('1001', 'Harbour Bakery')
  pagenet.addPage('1002', 'Night Market')
})
const query = (url: URL) => Object.fromEntries(url.searchParams)

test('opens the dialog with the exact redirect URI, the four scopes and no config_id', async () => {
  const dialog = toLocation(await harness.person()('GET', '/api/connect/pagenet/start'))
  expect(query(dialog)).toEqual({
    client_id: 'app-1',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'public_profile,pages_show_list,pages_read_engagement,pages_manage_posts',
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('names a dormant network, responds with 404 for an unknown one and requires a session', async () => {
  const person = harness.person()
  for (const network of [
    'shortpost',
    'pronet',
    'videonet',
    'forumnet',
    'photonet',
    'mailbox',
    'notebook',
  ]) {
    const answer = await person('GET', `/api/connect/${network}/start`)
    expect([answer.status, answer.body['code']]).toEqual([400, 'not_configured'])
    expect(answer.body['detail']).toContain('not configured')
    expect(answer.body['detail']).toContain(network)
  }
  expect((await person('GET', '/api/connect/nothing/start')).status).toBe(404)
  expect((await harness.request('/api/connect/pagenet/start', {})).status).toBe(401)
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'channels'])(
  'never redirects the browser to %s',
  async (returnTo) => {
    const path = `/api/connect/pagenet/start?returnTo=${encodeURIComponent(returnTo)}`
    expect((await harness.person()('GET', path)).status).toBe(400)
  },
)

test('connects a single Page at once, with a masked config and a token that never expires', async () => {
  harness.sandbox.pagenet.pages.splice(1)
  const person = harness.person()
  const back = toLocation(await person('GET', await consent(person)))
  expect(back.pathname).toBe('/channels')
  const { body, text } = await person('GET', '/api/connectors')
  expect(body['items']).toEqual([
    expect.objectContaining({
      id: back.searchParams.get('connected'),
      uri: 'social://1001@facebook.com',
      network: 'pagenet',
      name: 'Harbour Bakery',
      status: 'active',
      expiresAt: null,
      badge: 'long_lived',
      config: { accountId: '1001', token: expect.stringMatching(/^••••\w{4}$/) },
    }),
  ])
  for (const token of harness.sandbox.pagenet.tokens.keys()) expect(text).not.toContain(token)
})

test('offers several Pages as a choice and creates one channel per Page, without duplicates', async () => {
  const person = harness.person()
  const first = await connectPage(person, '1001')
  expect(await connectPage(person, '1002')).not.toBe(first)
  expect(await connectPage(person, '1001')).toBe(first)
  expect((await person('GET', '/api/connectors')).body['items']).toHaveLength(2)
})

test('connects several Pages at once and shares them, all or none', async () => {
  const person = harness.person()
  const begin = async () => {
    const back = await person('GET', await consent(person))
    return `/api/connect/pagenet/pickers/${toLocation(back).searchParams.get('picker')}`
  }
  const path = await begin()
  for (const body of [
    {},
    { pageIds: [] },
    { pageId: '1001', pageIds: ['1001'] },
    { pageIds: Array.from({ length: 51 }, String) },
  ])
    expect((await person('POST', path, body)).status).toBe(400)
  const unknown = await person('POST', path, { pageIds: ['1001', '9999'] })
  expect([unknown.status, unknown.body['code']]).toEqual([409, 'pagenet_page_unavailable'])
  expect((await person('GET', '/api/connectors')).body['items']).toEqual([])
  expect((await harness.person()('POST', path, { pageIds: ['1001'] })).status).toBe(404)

  const pageIds = ['1002', '1001', '1002']
  const { status, body } = await person('POST', path, { pageIds, shared: true })
  expect([status, body]).toEqual([
    201,
    {
      items: ['1002', '1001'].map((id) =>
        expect.objectContaining({ uri: `social://${id}@facebook.com`, shared: true }),
      ),
    },
  ])
  const again = await person('POST', await begin(), { pageIds, shared: false })
  expect(again.body).toMatchObject({ items: [{ shared: true }, { shared: true }] })
})

test('shares an account at once when the connect asks for it', async () => {
  harness.sandbox.pagenet.pages.splice(1)
  const person = harness.person()
  await person('GET', await consentAt(person, 'pagenet', { query: '?share=true' }))
  const { body } = await person('GET', '/api/connectors')
  expect(body['items']).toMatchObject([{ shared: true }])
})

test('follows the Page listing over all its pages', async () => {
  for (let index = 0; index < 60; index += 1)
    harness.sandbox.pagenet.addPage(`2${index}`, `Page ${index}`)
  const person = harness.person()
  const id = toLocation(await person('GET', await consent(person))).searchParams.get('picker')
  const picker = await person('GET', `/api/connect/pagenet/pickers/${id}`)
  expect(picker.body['pages']).toHaveLength(62)
})

test('lets only the owner use a picker, once within ten minutes, and refuses a Page the user lost', async () => {
  const person = harness.person()
  const begin = async () => {
    const id = toLocation(await person('GET', await consent(person))).searchParams.get('picker')
    return `/api/connect/pagenet/pickers/${id}`
  }
  const refused = { status: 409, body: { code: 'pagenet_page_unavailable' } }
  const path = await begin()
  expect((await harness.person()('GET', path)).status).toBe(404)
  expect((await harness.person()('POST', path, { pageId: '1001' })).status).toBe(404)
  expect(await person('POST', path, { pageId: '9999' })).toMatchObject(refused)
  harness.sandbox.pagenet.pages.shift()
  expect(await person('POST', path, { pageId: '1001' })).toMatchObject(refused)
  expect((await person('POST', path, { pageId: '1002' })).status).toBe(201)
  expect(await person('POST', path, { pageId: '1002' })).toMatchObject(refused)
  harness.sandbox.pagenet.addPage('1003', 'Third')
  const late = await begin()
  harness.clock.offsetMs = 10 * 60_000 + 1_000
  expect(await person('POST', late, { pageId: '1002' })).toMatchObject(refused)
  expect((await person('GET', '/api/connectors')).body['items']).toHaveLength(1)
})

test('accepts a state once, within ten minutes and from the same session, and stores nothing otherwise', async () => {
  harness.sandbox.pagenet.pages.splice(1)
  const person = harness.person()
  const invalid = { error: 'state_invalid', detail: expect.any(String) }
  const back = await consent(person)
  const stranger = harness.person()
  const otherSession = harness.person({ userId: person.userId })
  for (const caller of [stranger, otherSession]) {
    expect(query(toLocation(await caller('GET', back)))).toEqual(invalid)
    expect(harness.sandbox.pagenet.calls.at(-1)).not.toContain('access_token')
  }
  expect(query(toLocation(await harness.request(back, {})))).toEqual(invalid)
  expect(query(toLocation(await person('GET', back)))).toEqual({ connected: expect.any(String) })
  expect(query(toLocation(await person('GET', back)))).toEqual(invalid)
  const late = await consent(person)
  harness.clock.offsetMs = 10 * 60_000 + 1_000
  expect(query(toLocation(await person('GET', late)))).toEqual(invalid)
  expect((await stranger('GET', '/api/connectors')).body['items']).toEqual([])
})

test("returns the network's reason if the user denies access", async () => {
  const person = harness.person()
  expect(query(toLocation(await person('GET', await consent(person, 'deny'))))).toEqual({
    error: 'access_denied',
    detail: 'Permissions error',
  })
})

test('names the identity and the granted permissions if there are no Pages', async () => {
  const person = harness.person()
  const back = toLocation(await person('GET', await consent(person, 'approve', ['public_profile'])))
  expect(back.searchParams.get('error')).toBe('no_pages_found')
  const detail = back.searchParams.get('detail')
  for (const word of [
    'No Pages found',
    'Sandbox person',
    '900100',
    'public_profile',
    'pages_show_list',
  ]) {
    expect(detail).toContain(word)
  }
})

test('stores nothing if the network is down, cuts the connection or returns garbage', async () => {
  for (const fault of [
    { kind: 'status', status: 500, times: 9 },
    { kind: 'garbage', times: 9 },
    { kind: 'cut_before', times: 9 },
  ] as const) {
    const person = harness.person()
    const back = await consent(person)
    harness.sandbox.pagenet.faults.add(fault)
    expect(toLocation(await person('GET', back)).searchParams.get('error')).toBe(
      'network_unavailable',
    )
    harness.sandbox.pagenet.faults.clear()
    expect((await person('GET', '/api/connectors')).body['items']).toEqual([])
  }
})

test('connects a pasted token of a user with several Pages or of a Page, and reports a refused one', async () => {
  const { pagenet } = harness.sandbox
  const person = harness.person()
  const paste = (token: string) => person('POST', '/api/connect/pagenet/manual', { token })
  const several = await paste(pagenet.giveToken({ kind: 'user' }))
  expect([several.status, Object.keys(several.body)]).toEqual([200, ['picker']])
  const own = await paste(pagenet.giveToken({ kind: 'page', pageId: '1002' }))
  expect(own.status).toBe(201)
  expect(own.body['channel']).toMatchObject({ uri: 'social://1002@facebook.com' })
  const refused = await paste('EAAmarked-token-that-nobody-gave')
  expect([refused.status, refused.body['code']]).toEqual([422, 'token_rejected'])
  expect(refused.text).toContain('Malformed access token [redacted]')
  const none = await paste(pagenet.giveToken({ kind: 'user', permissions: ['public_profile'] }))
  expect([none.status, none.body['code']]).toEqual([422, 'no_pages_found'])
  expect(none.text).toContain('Sandbox person')
})

test("returns the network's introspection and names missing scopes", async () => {
  const person = harness.person()
  expect((await person('GET', '/api/connect/pagenet/introspect')).status).toBe(404)
  const token = harness.sandbox.pagenet.giveToken({
    kind: 'page',
    pageId: '1001',
    permissions: ['public_profile', 'pages_show_list', 'pages_read_engagement'],
  })
  await person('POST', '/api/connect/pagenet/manual', { token })
  expect((await person('GET', '/api/connect/pagenet/introspect')).body).toEqual({
    missingScopes: ['pages_manage_posts'],
    granular_scopes: [
      { scope: 'pages_show_list', target_ids: ['1001'] },
      { scope: 'pages_read_engagement', target_ids: ['1001'] },
    ],
  })
})

test('keeps the name of a renamed channel and no longer finds a deleted one', async () => {
  const person = harness.person()
  const id = await connectPage(person)
  expect((await person('PATCH', `/api/connectors/${id}`, { name: 'Ours' })).body['name']).toBe(
    'Ours',
  )
  await connectPage(person)
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { id, name: 'Ours' },
  ])
  expect((await person('DELETE', `/api/connectors/${id}`)).status).toBe(204)
  expect((await person('GET', '/api/connectors')).body['items']).toEqual([])
  expect((await person('DELETE', `/api/connectors/${id}`)).status).toBe(404)
})
