import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness, toLocation } from './harness.ts'
import { connectAt, consentAt } from './network-flow.ts'

let harness: Harness
let person: Caller
const sandbox = () => harness.sandbox.photonet

beforeAll(async () => {
  harness = await startHarness({ networks: ['photonet'] })
  sandbox().redirectUris.add('http://localhost:3000/api/connect/photonet/callback')
})
afterAll(() => harness.stop())
beforeEach(async () => {
  sandbox().faults.clear()
  sandbox().accounts.splice(0)
  sandbox().link('1001', 'harbour.bakery')
  person = harness.person()
  await connectAt(person, 'photonet')
})

test('requests exactly the three permissions', async () => {
  const dialog = toLocation(await person('GET', '/api/connect/photonet/start'))
  expect(Object.fromEntries(dialog.searchParams)).toEqual({
    client_id: 'sandbox-app',
    redirect_uri: 'http://localhost:3000/api/connect/photonet/callback',
    response_type: 'code',
    scope: 'instagram_basic,instagram_content_publish,instagram_manage_comments',
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('sends a login configuration instead of the permissions', async () => {
  const configured = await startHarness({
    networks: ['photonet'],
    env: { PHOTONET_LOGIN_CONFIG_ID: 'config-9' },
  })
  const dialog = toLocation(await configured.person()('GET', '/api/connect/photonet/start'))
  expect(dialog.searchParams.get('config_id')).toBe('config-9')
  expect(dialog.searchParams.has('scope')).toBe(false)
  await configured.stop()
})

test('connects the account linked to a Page and offers no Page without one', async () => {
  const { body, text } = await person('GET', '/api/connectors')
  expect(body['items']).toMatchObject([
    {
      uri: 'social://17841400001001@instagram.com',
      network: 'photonet',
      name: 'harbour.bakery',
      avatarUrl: 'https://example.com/harbour.bakery.jpg',
      badge: 'long_lived',
    },
  ])
  for (const token of sandbox().tokens.keys()) expect(text).not.toContain(token)
  sandbox().link('1002', 'night.market')
  const back = toLocation(await person('GET', await consentAt(person, 'photonet')))
  const path = `/api/connect/photonet/pickers/${back.searchParams.get('picker')}`
  expect((await person('GET', path)).body['pages']).toMatchObject([
    { name: 'harbour.bakery' },
    { name: 'night.market' },
  ])
  const [, second] = sandbox().accounts
  expect((await person('POST', path, { pageId: second?.id })).status).toBe(201)
  expect((await person('GET', '/api/connectors')).body['items']).toHaveLength(2)
})

test('names the identity, the permissions and the Pages if no account is linked', async () => {
  sandbox().accounts.splice(0)
  const none = toLocation(await person('GET', await consentAt(person, 'photonet')))
  expect(none.searchParams.get('error')).toBe('no_pages_found')
  const detail = none.searchParams.get('detail') ?? ''
  for (const word of ['Sandbox person', '900100', 'instagram_basic', 'Harbour Bakery', 'linked']) {
    expect(detail).toContain(word)
  }
  const path = await consentAt(person, 'photonet', { without: ['instagram_basic'] })
  const hidden = toLocation(await person('GET', path))
  expect(hidden.searchParams.get('detail')).toContain('lists no Page')
})

test('stores nothing if the user denies access or the network is unavailable', async () => {
  const stranger = harness.person()
  const denied = toLocation(
    await stranger('GET', await consentAt(stranger, 'photonet', { decision: 'deny' })),
  )
  expect(denied.searchParams.get('error')).toBe('access_denied')
  for (const kind of ['status', 'garbage', 'cut_before'] as const) {
    const back = await consentAt(stranger, 'photonet')
    sandbox().faults.add({ kind, times: 9 })
    expect(toLocation(await stranger('GET', back)).searchParams.get('error')).toBe(
      'network_unavailable',
    )
    sandbox().faults.clear()
  }
  expect((await stranger('GET', '/api/connectors')).body['items']).toEqual([])
})

test('names missing scopes in the introspection', async () => {
  expect((await person('GET', '/api/connect/photonet/introspect')).body).toMatchObject({
    missingScopes: [],
  })
})
