import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness, toLocation } from './harness.ts'
import { connectAt, consentAt } from './network-flow.ts'

const redirectUri = 'http://localhost:3000/api/connect/videonet/callback'
let harness: Harness
let person: Caller
const sandbox = () => harness.sandbox.videonet

beforeAll(async () => {
  harness = await startHarness({ networks: ['videonet'] })
  sandbox().redirectUris.add(redirectUri)
})
afterAll(() => harness.stop())
beforeEach(async () => {
  sandbox().faults.clear()
  person = harness.person()
  await connectAt(person, 'videonet')
})

test('requests offline access and consent with PKCE and the exact redirect URI', async () => {
  const dialog = toLocation(await person('GET', '/api/connect/videonet/start'))
  expect(Object.fromEntries(dialog.searchParams)).toEqual({
    client_id: 'sandbox-app',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: expect.stringMatching(/youtube\.upload .*youtube\.force-ssl$/),
    access_type: 'offline',
    prompt: 'consent',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('connects the channel of the signed-in user with a refresh token', async () => {
  const { body, text } = await person('GET', '/api/connectors')
  expect(body['items']).toMatchObject([
    {
      uri: 'social://UCharbourbakery000000001@youtube.com',
      name: 'Harbour Bakery',
      avatarUrl: 'https://example.com/harbour-bakery.jpg',
      expiresAt: expect.any(String),
    },
  ])
  for (const token of sandbox().tokens.all.keys()) expect(text).not.toContain(token)
  const introspected = await person('GET', '/api/connect/videonet/introspect')
  expect(introspected.body).toMatchObject({ missingScopes: [] })
})

test('stores nothing after a denial, an account without a channel, an unticked permission or an outage', async () => {
  const stranger = harness.person()
  const connect = async (choice: Parameters<typeof consentAt>[2]) =>
    toLocation(await stranger('GET', await consentAt(stranger, 'videonet', choice))).searchParams
  expect((await connect({ decision: 'deny' })).get('error')).toBe('access_denied')
  const none = await connect({ user: '110000000000000000003' })
  expect([none.get('error'), none.get('detail')]).toEqual([
    'no_pages_found',
    expect.stringContaining('no channel'),
  ])
  const unticked = await connect({ without: ['https://www.googleapis.com/auth/youtube.upload'] })
  expect([unticked.get('error'), unticked.get('detail')]).toEqual([
    'connect_refused',
    expect.stringContaining('youtube.upload'),
  ])
  for (const kind of ['status', 'garbage', 'cut_before'] as const) {
    const back = await consentAt(stranger, 'videonet')
    sandbox().faults.add({ kind, times: 9 })
    expect(toLocation(await stranger('GET', back)).searchParams.get('error')).toBe(
      'network_unavailable',
    )
    sandbox().faults.clear()
  }
  expect((await stranger('GET', '/api/connectors')).body['items']).toEqual([])
})

test('invalidates the channel when introspection finds a revoked grant', async () => {
  sandbox().tokens.endAll('revoked')
  const { body } = await person('GET', '/api/connect/videonet/introspect')
  expect(body).toMatchObject({ missingScopes: [expect.any(String), expect.any(String)] })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { status: 'invalidated' },
  ])
})

test('revokes the grant of a deleted channel at the network', async () => {
  const id = await connectAt(person, 'videonet', { user: '110000000000000000002' })
  const open = () =>
    [...sandbox().tokens.all.values()].filter(
      ({ state, grant }) => state === 'valid' && grant.userId === '110000000000000000002',
    )
  expect(open()).toHaveLength(2)
  expect((await person('DELETE', `/api/connectors/${id}`)).status).toBe(204)
  await eventually(() => expect(open()).toEqual([]))
})
